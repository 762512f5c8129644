// Models to networks: names, slots, edges, families, facts for the analyses.
#include <catch2/catch.hpp>

#include "tests/engine/compile_support.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("slots are named after the variable, its process and its place inside") {
  Compiled c(R"(
    const int N = 2;
    int g = 3;
    bool b;
    typedef struct { int[1,4] u; bool v[N]; } S;
    S s;
    clock x[N];
    process P(const int[0,1] id, int[0,9] k) { int[0,5] list[2]; clock y; state A; init A; }
    Q(const int[0,1] id) = P(id, id + 4);
    system Q;
  )");
  std::vector<std::string> names;
  for (const Slot& slot : c->slots) names.push_back(slot.name);
  CHECK(names == std::vector<std::string>{"g", "b", "s.u", "s.v[0]", "s.v[1]", "Q(0).k", "Q(0).list[0]", "Q(0).list[1]",
                                          "Q(1).k", "Q(1).list[0]", "Q(1).list[1]"});
  CHECK(c->slots[SlotId{0}].initial == 3);
  CHECK(c->slots[SlotId{2}].initial == 1);
  CHECK(c->slots[SlotId{2}].low == 1);
  CHECK(c->slots[SlotId{2}].high == 4);
  CHECK(c->slots[c.slot("Q(1).k")].initial == 5);
  CHECK(c->slots[c.slot("Q(1).k")].process == ProcessId{1});
  std::vector<std::string> clocks;
  for (const Clock& clock : c->clocks) clocks.push_back(clock.name);
  CHECK(clocks == std::vector<std::string>{"0", "x[0]", "x[1]", "Q(0).y", "Q(1).y"});
  CHECK(c->initial_values().size() == c->value_count());
}

TEST_CASE("cells of symbols are found again, also through reference parameters") {
  Compiled c(R"(
    int m[2][3];
    clock x[2];
    process P(int &r[3], clock &t) { int l; state A; init A; trans A -> A { assign r[1] = 4, t = 0; }; }
    Q = P(m[1], x[1]);
    system Q;
  )");
  const Process& process = c.model->processes[0];
  CHECK(c->find_slot(*process.arguments[0].parameter, ProcessId{0}, 2) == c.slot("m[1][2]"));
  CHECK(c->find_clock(*process.arguments[1].parameter, ProcessId{0}, 0) == c.clock("x[1]"));
  CHECK(c->find_slot(*process.arguments[1].parameter, ProcessId{0}, 0) == none);
  const NetEdge& edge = c->edges.at(EdgeId{0});
  CHECK(c.names(edge.writes) == std::vector<std::string>{"m[1][1]"});
  CHECK(c.names(edge.certain_writes) == std::vector<std::string>{"m[1][1]"});
  REQUIRE(edge.clock_writes.size() == 1);
  CHECK(edge.clock_writes[0].targets == std::vector<NetClockId>{c.clock("x[1]")});
  CHECK(edge.clock_writes[0].certain);
}

TEST_CASE("a select over few integers becomes one edge per value, with static channels and guards") {
  Compiled c(R"(
    chan go[3];
    int a[3];
    process P() { state A; init A; trans A -> A { select i : int[0,2]; guard i != 1; sync go[i]!; assign a[i] = i; }; }
    process Q(const int[0,2] id) { state A; init A; trans A -> A { sync go[id]?; }; }
    system P, Q;
  )");
  const auto& sends = c->processes[ProcessId{0}].locations[LocationId{0}].edges;
  REQUIRE(sends.size() == 2);  // i == 1 is never enabled
  const NetEdge& last = c->edges[sends[1]];
  CHECK(last.selects.size() == 1);
  CHECK(last.selects[0].low == 2);
  CHECK(last.selects[0].high == 2);
  CHECK(last.guard.data == no_code);
  CHECK(last.channel_index == no_code);
  CHECK(c->channels[last.channel].name == "go[2]");
  CHECK(c.names(last.writes) == std::vector<std::string>{"a[2]"});
  CHECK(last.family == c->edges[sends[0]].family);
  CHECK(c->channels[c->edges[c->processes[ProcessId{2}].locations[LocationId{0}].edges[0]].channel].name == "go[1]");
}

TEST_CASE("a select over a scalarset or over many values is bound at run time") {
  Compiled c(R"(
    typedef scalar[3] S;
    chan go[S];
    int a[S], big;
    process P() { state A; init A; trans
      A -> A { select i : S; sync go[i]!; assign a[i] = 7; },
      A -> A { select n : int[0,999]; guard n > 997; assign big = n; }; }
    system P;
  )");
  const NetEdge& edge = c->edges.at(EdgeId{0});
  REQUIRE(edge.selects.size() == 1);
  CHECK(edge.selects[0].set == SetId{0});
  CHECK(edge.selects[0].high == 2);
  CHECK(edge.channel_count == 3);
  REQUIRE(edge.channel_index != no_code);
  Machine machine(*c);
  std::vector<std::int32_t> values = c->initial_values();
  std::vector<ClockAction> actions;
  machine.bind(edge.selects[0].frame, 2);
  CHECK(c->channels[edge.channel_at(machine.evaluate(edge.channel_index, values))].name == "go[2]");
  CHECK(machine.execute(edge.update, values, actions));
  CHECK(c.at(values, "a[2]") == 7);
  CHECK(c.names(edge.writes) == std::vector<std::string>{"a[0]", "a[1]", "a[2]"});
  CHECK(edge.certain_writes.empty());
  const NetEdge& many = c->edges.at(EdgeId{1});
  CHECK(many.selects[0].high == 999);
  machine.bind(many.selects[0].frame, 998);
  CHECK(machine.evaluate(many.guard.data, values) == 1);
  machine.bind(many.selects[0].frame, 997);
  CHECK(machine.evaluate(many.guard.data, values) == 0);
}

TEST_CASE("an edge through a branchpoint appears once per branch, with both updates in order") {
  Compiled c(R"(
    int a, b;
    process P() { state A, B, C; branchpoint X; init A; trans
      A -> X { guard a < 5; assign a = 1; },
      X -> B { assign b = a; probability 1; },
      X -> C { assign b = a + 1; probability 0; }; }
    system P;
  )");
  REQUIRE(c->edges.size() == 2);
  CHECK(c->processes[ProcessId{0}].locations[c->edges[EdgeId{1}].target].name == "C");
  CHECK(c->edges[EdgeId{0}].tree == c->edges[EdgeId{1}].tree);
  CHECK(c->edges[EdgeId{0}].branch != c->edges[EdgeId{1}].branch);
  CHECK(c->edges[EdgeId{0}].family != c->edges[EdgeId{1}].family);
  Machine machine(*c);
  std::vector<std::int32_t> values = c->initial_values();
  std::vector<ClockAction> actions;
  CHECK(machine.execute(c->edges[EdgeId{1}].update, values, actions));
  CHECK(c.at(values, "b") == 2);
  CHECK(c.names(c->edges[EdgeId{1}].reads_before_write) == std::vector<std::string>{"a"});
}

TEST_CASE("an edge through a branchpoint has the guards, selects and synchronisation of its branch") {
  Compiled c(R"(
    int a = 1, b; chan go[3]; clock x;
    process P() { state A, B, C; branchpoint X; init A; trans
      A -> X { select i : int[0,1]; guard a < 5 && x > 2; assign a = i; },
      X -> B { select j : int[1,2]; guard b == j && x < 7; sync go[j]!; assign b = j; },
      X -> C { }; }
    process Q() { state A; branchpoint X; init A; trans A -> X { sync go[2]?; }, X -> A { guard b > 0; }; }
    system P, Q;
  )");
  REQUIRE(c->edges.size() == 4 + 2 + 1);
  const NetEdge& edge = c->edges[EdgeId{1}];
  CHECK(edge.selects.size() == 2);
  CHECK(edge.direction == SyncDirection::send);
  CHECK(edge.channel == c->edges[EdgeId{0}].channel_at(1));
  CHECK(edge.guard.atoms.size() == 2);
  CHECK(c->edges[EdgeId{4}].direction == SyncDirection::none);
  CHECK(c->edges[EdgeId{6}].direction == SyncDirection::receive);
  Machine machine(*c);
  std::vector<std::int32_t> values = c->initial_values();
  CHECK(machine.evaluate(edge.guard.data, values) == 0);
  CHECK(machine.evaluate(c->edges[EdgeId{6}].guard.data, values) == 0);
  std::vector<ClockAction> actions;
  CHECK(machine.execute(edge.update, values, actions));
  CHECK(c.at(values, "a") == 0);
  CHECK(c.at(values, "b") == 2);
  CHECK(machine.evaluate(edge.guard.data, values) == 1);
  CHECK(machine.evaluate(c->edges[EdgeId{6}].guard.data, values) == 1);
}

TEST_CASE("members of a scalar-indexed process set share families and differ in their indices") {
  Compiled c(R"(
    typedef scalar[3] S;
    int g[S][2];
    S leader;
    process P(const S id, const int[0,1] k) { int l[S]; S best; clock x; state A; init A; }
    system P;
  )");
  REQUIRE(c->processes.size() == 6);
  REQUIRE(c->sets.size() == 1);
  CHECK(c->sets[0].count == 3);
  const NetProcess& p21 = c->processes[ProcessId{5}];
  CHECK(p21.name == "P(2,1)");
  CHECK(p21.family == c->processes[ProcessId{0}].family);
  REQUIRE(p21.indices.size() == 1);
  CHECK(p21.indices[0].element == 2);
  CHECK(p21.position == 1);
  const Slot& g = c->slots[c.slot("g[2][1]")];
  CHECK(g.indices.size() == 1);
  CHECK(g.indices[0].element == 2);
  CHECK(g.position == 1);
  CHECK(g.family == c->slots[c.slot("g[0][0]")].family);
  const Slot& l = c->slots[c.slot("P(2,1).l[0]")];
  REQUIRE(l.indices.size() == 2);
  CHECK(l.indices[0].element == 2);
  CHECK(l.indices[1].element == 0);
  CHECK(l.position == 1);
  CHECK(c->slots[c.slot("leader")].value_set == SetId{0});
  CHECK(c->slots[c.slot("P(0,0).best")].value_set == SetId{0});
  CHECK(c->clocks[c.clock("P(1,0).x")].indices.at(0).element == 1);
  // No two cells of a family coincide.
  std::map<std::vector<std::int64_t>, std::string> seen;
  for (const Slot& slot : c->slots) {
    std::vector<std::int64_t> key{slot.family, slot.position};
    for (const ScalarIndex& index : slot.indices) key.push_back(index.set.value), key.push_back(index.element);
    CHECK(seen.emplace(key, slot.name).second);
  }
}

TEST_CASE("different instantiations of one template never share a family; local scalarsets are per process") {
  Compiled c(R"(
    process P(const int n) { typedef scalar[2] L; int a[L]; L v; state A; init A; }
    P1 = P(1); P2 = P(2);
    system P1, P2;
  )");
  CHECK(c->slots[c.slot("P1.a[0]")].family != c->slots[c.slot("P2.a[0]")].family);
  CHECK(c->processes[ProcessId{0}].template_id != c->processes[ProcessId{1}].template_id);
  REQUIRE(c->sets.size() == 2);
  CHECK(c->set(c->slots[c.slot("P2.v")].value_set).process == ProcessId{1});
  CHECK(c->sets[0].process == ProcessId{0});
  CHECK(c->sets[1].name == "P2.L");
}

TEST_CASE("facts about reads and writes follow evaluation order and branches") {
  Compiled c(
      one_process("int a, b, c, d; int arr[3]; clock x, y; bool p;"
                  "int f() { if (p) { a = 1; return 2; } a = 3; b = 4; return 1; }"
                  "void resetAll() { for (i : int[0,2]) arr[i] = 0; }",
                  {"assign a = b, b = a;", "assign c = f();", "assign resetAll();", "assign arr[a] = 1, d = arr[0];",
                   "assign p ? (a = 1) : (a = 2), x = 0, y = x + 2;", "guard p && a < 3; assign a = 0;"}));
  const auto list = [](std::initializer_list<const char*> items) {
    return std::vector<std::string>(items.begin(), items.end());
  };
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  CHECK(c.names(e[0].reads) == list({"a", "b"}));
  CHECK(c.names(e[0].reads_before_write) == list({"b"}));
  CHECK(c.names(e[0].certain_writes) == list({"a", "b"}));
  CHECK(c.names(e[1].writes) == list({"a", "b", "c"}));
  CHECK(c.names(e[1].certain_writes) == list({"a", "c"}));
  CHECK(c.names(e[2].certain_writes) == list({"arr[0]", "arr[1]", "arr[2]"}));
  CHECK(c.names(e[3].writes) == list({"d", "arr[0]", "arr[1]", "arr[2]"}));
  CHECK(c.names(e[3].certain_writes) == list({"d"}));
  CHECK(c.names(e[4].certain_writes) == list({"a"}));
  REQUIRE(e[4].clock_writes.size() == 2);
  CHECK(e[4].clock_writes[0].certain);
  CHECK(e[4].clock_writes[1].from_clock);
  CHECK(e[4].clock_writes[1].low == 2);
  CHECK(c.names(e[5].reads_before_write) == list({"a", "p"}));
  CHECK_FALSE(c->resets_to_zero_only);
}

TEST_CASE("a choice between variables is not a certain write to either") {
  Compiled c(one_process("int a, b; bool p; void f() { int l; (p ? l : a) = 3; } void g() { (p ? b : a) = 3; }",
                         {"assign f();", "assign g();"}));
  CHECK(c.names(c->edges[EdgeId{0}].writes) == std::vector<std::string>{"a"});
  CHECK(c->edges[EdgeId{0}].certain_writes.empty());
  CHECK(c.names(c->edges[EdgeId{1}].writes) == std::vector<std::string>{"a", "b"});
  CHECK(c->edges[EdgeId{1}].certain_writes.empty());
}

TEST_CASE("a loop over a whole index range writes every element, however large") {
  Compiled c(
      one_process("int a[300]; clock x[300]; bool p; int[0,299] i; typedef struct { int u; int v; } S; S s[300];"
                  "void all() { for (k : int[0,299]) { a[k] = 0; x[k] = 0; s[k].v = 1; } }"
                  "void some() { for (k : int[0,299]) if (p) a[k] = 0; }"
                  "void part() { for (k : int[0,299]) { if (p) return; a[k] = 0; } }"
                  "void half() { for (k : int[0,99]) a[k + 1] = k; for (k : int[0,99]) a[k] = 1; }"
                  "void early() { for (k : int[0,299]) { x[k] = 0; a[k] = 0; if (p) return; } }",
                  {"assign all();", "assign some();", "assign part();", "assign half();", "assign early();"}));
  const std::vector<NetEdge> e(c->edges.begin(), c->edges.end());
  CHECK(e[0].certain_writes.size() == 600);
  CHECK(e[0].clock_writes.size() == 300);
  CHECK(e[0].clock_writes[7].certain);
  CHECK(e[0].clock_writes[7].targets.size() == 1);
  CHECK(c->resets_to_zero_only);
  CHECK(e[1].certain_writes.empty());
  CHECK(e[1].writes.size() == 300);
  CHECK(e[2].certain_writes.empty());
  CHECK(e[3].certain_writes.size() == 100);
  CHECK(e[3].writes.size() == 101);
  CHECK(c.names(e[3].reads).empty());
  CHECK(e[4].certain_writes.empty());
  CHECK_FALSE(e[4].clock_writes.at(5).certain);
}

TEST_CASE("priorities, urgency and hooks arrive in the network") {
  Compiled c(R"(
    chan a; urgent broadcast chan b[2]; meta int m; int n;
    chan priority a < default < b[1];
    before_update { n = 0 }
    after_update { m = n }
    process P() { state A { true }, B; commit B; urgent A; init A; trans A -> B { sync a!; }, B -> A { sync b[1]!; }; }
    process Q() { state A; init A; }
    system P < Q;
  )");
  CHECK(c->has_channel_priority);
  CHECK(c->has_process_priority);
  CHECK(c->channels[ChannelId{0}].priority < c->default_priority);
  CHECK(c->channels[ChannelId{1}].priority == c->default_priority);
  CHECK(c->channels[ChannelId{2}].priority > c->default_priority);
  CHECK(c->channels[ChannelId{2}].urgent);
  CHECK(c->channels[ChannelId{2}].broadcast);
  CHECK(c->processes[ProcessId{0}].priority < c->processes[ProcessId{1}].priority);
  CHECK(c->processes[ProcessId{0}].locations[LocationId{0}].urgent);
  CHECK(c->processes[ProcessId{0}].locations[LocationId{1}].committed);
  CHECK(c->before_update != no_code);
  CHECK(c.names(c->hook_writes) == std::vector<std::string>{"m", "n"});
}

TEST_CASE("compiling is linear in the number of instances") {
  const auto model = [](int n) {
    return "const int N = " + std::to_string(n) + ";\n" + R"(
      typedef int[0,N-1] id_t;
      chan appr[N], stop[N], go[N], leave[N];
      process Train(const id_t id) {
        clock x; int[0,3] k; int f(int v) { return v + id; }
        state Safe, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 }, L5, L6, L7, L8, L9;
        init Safe;
        trans Safe -> Appr { sync appr[id]!; assign x = 0, k = 0; },
          Appr -> Cross { guard x >= 10; assign x = 0; },
          Appr -> Stop { guard x <= 10 && k < 3; sync stop[id]?; },
          Stop -> Start { sync go[id]?; assign x = 0, k = f(1) % 4; },
          Start -> Cross { guard x >= 7 + k; assign x = 0; },
          Cross -> Safe { guard x >= 3; sync leave[id]!; },
          L5 -> L6 { }, L6 -> L7 { assign k = (k + 1) % 4; }, L7 -> L8 { }, L8 -> L9 { }, L9 -> L5 { };
      }
      process Gate() {
        id_t list[N+1]; int[0,N] len;
        state Free; init Free;
        trans Free -> Free { select e : id_t; guard len < N; sync appr[e]?; assign list[len++] = e; },
          Free -> Free { guard len > 0; sync go[list[0]]!; };
      }
      system Train, Gate;
    )";
  };
  Compiled small(model(500)), large(model(2000));
  CHECK(small->edges.size() == 11 * 500 + 2);
  CHECK(large->edges.size() == 11 * 2000 + 2);
  // The gate's code does not grow with N; each train has the same code.
  const std::size_t per_train = (large->programs.code.size() - small->programs.code.size()) / 1500;
  CHECK(large->programs.code.size() - small->programs.code.size() == per_train * 1500);
  CHECK(per_train < 120);
  CHECK(large->programs.frame_size == small->programs.frame_size + 1500);
  CHECK(large->programs.stack_size == small->programs.stack_size);
  CHECK(large->programs.error_sites.size() < 20);
}
