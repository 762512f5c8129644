// orbita verify --all-sizes: verdicts, exit codes and JSON.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

const std::string exclusion = "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";

}  // namespace

TEST_CASE("a proof for every size is exit code 0, a violation 1, anything else 3 or 2") {
  const Run proved = run_orbita({"verify", model_path("fischer.xml"), "-q", exclusion, "--all-sizes", "pid_t"});
  CAPTURE(proved.out, proved.err);
  CHECK(proved.code == 0);
  CHECK(proved.out.find("for every number of elements of pid_t") != std::string::npos);
  CHECK(run_orbita({"verify", model_path("fischer-broken.xml"), "-q", exclusion, "--all-sizes", "pid_t"}).code == 1);
  CHECK(run_orbita({"verify", model_path("timeout-broadcast.xml"), "-q", "A[] true", "--all-sizes", "pid_t"}).code ==
        3);
  CHECK(run_orbita({"verify", model_path("fischer.xml"), "-q", exclusion, "--all-sizes", "other_t"}).code == 2);
}

TEST_CASE("a violation names its size, and its trace is the ordinary one") {
  const Run run = run_orbita({"verify", model_path("fischer-broken.xml"), "-q", exclusion, "--all-sizes", "pid_t",
                              "--trace", "shortest", "--format", "json"});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(run.out.find("with 2 elements of pid_t") != std::string::npos);
  CHECK(run.out.find("\"steps\"") != std::string::npos);
}

TEST_CASE("the only set need not be named") {
  CHECK(run_orbita({"verify", model_path("fischer.xml"), "-q", exclusion, "--all-sizes"}).code == 0);
  CHECK(run_orbita({"verify", model_path("readers-writers.xml"), "-q", "A[] true", "--all-sizes"}).code == 2);
}

TEST_CASE("expectations and JUnit know verdicts for every size") {
  const TemporaryFolder folder;
  const std::string report = folder.path("report.xml");
  const Run run = run_orbita({"test", model_path("csma-cd-a.xml"), "--all-sizes", "sid_t", "--junit", report});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);  // what can happen for one size need not for every
  CHECK(run.out.find("1 of 3 queries in 1 model as expected, 2 undecided") != std::string::npos);
  CHECK(read_text(report).find("satisfied with 2 elements of sid_t") != std::string::npos);
}
