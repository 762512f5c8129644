// The symmetry of a model as one object: id sets, violations, additions by queries.
#include "symmetry/detect/detect.h"

#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::string model_with_local_set =
    "typedef scalar[3] S; typedef scalar[2] T; S win; T t[S]; int n;\n"
    "process P(const S id) { typedef scalar[2] L; L l; state a; init a; }\nsystem P;\n";

}  // namespace

TEST_CASE("every scalarset of a model is an id set with the scalar code") {
  const auto model = load(model_with_local_set);
  const IdSets ids(*model);
  REQUIRE(ids.size() == 3);
  std::string names;
  for (const IdSet& set : ids) {
    names += set.name + " ";
    CHECK(&ids[set.index] == &set);
    CHECK(&ids[*set.origin] == &set);
    CHECK(set.code == scalar_code(set.count));
    CHECK(set.code.is_valid_for(set.count));
    CHECK(set.pinned.empty());
  }
  CHECK(names == "S T L ");
  CHECK_FALSE(ids[IdSetIndex{0}].is_local());
  CHECK(ids[IdSetIndex{2}].is_local());
}

TEST_CASE("a type is asked for the id set it holds or is indexed by") {
  const auto model = load(model_with_local_set);
  const IdSets ids(*model);
  for (const GlobalObject& object : model->globals) {
    const std::string name(object.symbol->name);
    CAPTURE(name);
    const IdSet* held = ids.set_of(*object.type);
    const IdSet* index = ids.index_set_of(*object.type);
    CHECK((held != nullptr ? held->name : "") == (name == "win" ? "S" : ""));
    CHECK(held == ids.set_of(*object.symbol->type));
    CHECK((index != nullptr ? index->name : "") == (name == "t" ? "S" : ""));
    if (index != nullptr) CHECK(ids.set_of(*object.type->element)->name == "T");
  }
}

TEST_CASE("a scalarset declared by a later query makes the symmetry out of date") {
  const auto model = load(model_with_local_set);
  const auto other = load(model_with_local_set);
  const SymmetryModel symmetry = detect(*model);
  CHECK(symmetry.is_current(*model));
  CHECK_FALSE(symmetry.is_current(*other));
  Diagnostics diagnostics;
  Query* plain = read_formula(*model->document, "E<> n == 1", diagnostics);
  REQUIRE(check_query(*model, *plain, diagnostics));
  CHECK(symmetry.is_current(*model));
  model->scalar_sets.push_back(model->scalar_sets.back());
  CHECK_FALSE(symmetry.is_current(*model));
}

TEST_CASE("element codes distinguish elements from nobody") {
  CHECK(scalar_code(3).is_valid_for(3));
  CHECK(ElementCode{1, 0}.is_valid_for(3));
  CHECK_FALSE(ElementCode{1, 3}.is_valid_for(3));
  CHECK_FALSE(ElementCode{INT32_MAX, 0}.is_valid_for(2));
  CHECK(ElementCode{5, 0}.value_of(2) == 7);
  CHECK(ElementCode{5, 0}.element_of(7) == 2);
  CHECK(ElementCode{5, 0}.element_of(0) > 1000);  // no element, for any number of elements
}
