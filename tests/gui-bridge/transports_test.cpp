// The server as a process: WebSocket, HTTP and standard input and output; what is refused, and what goes on meanwhile.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "tests/gui-bridge/local_client.h"
#include "tests/gui-bridge/raw_client.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita::test;

namespace {

json http_call(const ServerProcess& server, RawConnection& connection, std::string& session, const std::string& body) {
  HttpParts parts;
  parts.session = session;
  parts.body = body;
  REQUIRE(connection.send(http_text(server, parts)));
  const std::string answer = connection.read_answer();
  if (session.empty()) session = header_of(answer, "Orbita-Session");
  const int status = status_of(answer);
  CAPTURE(answer.substr(0, 500), body.substr(0, 500));
  CHECK((status == 200 || status == 204));
  return status == 200 ? json::parse(body_of(answer)) : json(nullptr);
}

int http_status(const ServerProcess& server, const HttpParts& parts) {
  RawConnection connection(server.port());
  connection.send(http_text(server, parts));
  return status_of(connection.read_answer());
}

// Whether a message has an answer: everything but notifications, and arrays of nothing else.
bool wants_answer(const std::string& text) {
  const json message = json::parse(text, nullptr, false);
  const auto is_notification = [](const json& one) {
    return one.is_object() && one.value("jsonrpc", json()) == "2.0" && one.contains("method") &&
           one["method"].is_string() && !one.contains("id");
  };
  if (message.is_discarded()) return true;
  if (!message.is_array() || message.empty()) return !is_notification(message);
  return !std::all_of(message.begin(), message.end(), is_notification);
}

const char* const initialize_text = R"({"jsonrpc":"2.0","id":1,"method":"initialize"})";

// Valid requests, requests with one thing wrong, and bytes.
class MessageMaker {
 public:
  explicit MessageMaker(unsigned seed) : random_(seed) {}

  std::string next() {
    switch (random_() % 5) {
      case 0: return bytes();
      case 1: return broken(valid());
      case 2: return strange();
      default: return valid();
    }
  }

 private:
  std::string valid() {
    static const std::vector<std::string> some{
        R"("model/files","params":{})",
        R"("model/open","params":{"file":"fischer.xml","set":{"N":"2"}})",
        R"("model/render","params":{"model":"m1"})",
        R"("model/edit","params":{"model":"m1","version":0,"operations":[{"op":"move","xpath":"/nta/template[1]/location[1]","x":3,"y":4}]})",
        R"("model/undo","params":{"model":"m1"})",
        R"("model/check","params":{"model":"m1"})",
        R"("simulate/start","params":{"model":"m1"})",
        R"("simulate/random","params":{"simulation":"s1","state":0,"steps":3})",
        R"("simulate/moves","params":{"simulation":"s1","state":1})",
        R"("inspect/zone","params":{"simulation":"s1","state":1})",
        R"("inspect/representative","params":{"simulation":"s1","state":0})",
        R"("verify/start","params":{"model":"m1","options":{"seconds":1}})",
        R"("verify/status","params":{"job":"v1"})",
        R"("trace/open","params":{"simulation":"s1","state":1})",
        R"("trace/steps","params":{"trace":"t1"})",
        R"("model/close","params":{"model":"m2"})",
        R"("simulate/close","params":{"simulation":"s2"})"};
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(++id_) + R"(,"method":)" + some[random_() % some.size()] + "}";
  }
  std::string broken(std::string text) {
    for (int i = 0; i < 3; ++i) text[random_() % text.size()] = static_cast<char>(random_() % 256);
    return text;
  }
  std::string bytes() {
    std::string text(random_() % 200, ' ');
    for (char& c : text) c = static_cast<char>(random_() % 256);
    return text;
  }
  std::string strange() {
    static const std::vector<std::string> some{
        "[]",
        "{}",
        "null",
        "[1,2]",
        R"({"jsonrpc":"2.0","method":5,"id":1})",
        R"({"jsonrpc":"1.0","method":"x","id":1})",
        R"({"jsonrpc":"2.0","method":"model/open","params":[],"id":1})",
        R"({"jsonrpc":"2.0","method":"model/open","params":{"file":7},"id":{}})",
        R"({"jsonrpc":"2.0","method":"simulate/step","params":{"simulation":"s1","state":-1,"move":1e99},"id":"x"})",
        R"([{"jsonrpc":"2.0","method":"model/files","id":1},{"jsonrpc":"2.0","method":"nothing","id":2},5])",
        R"({"jsonrpc":"2.0","method":"model/files"})",
        std::string(5000, '['),
        R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}})"};
    return some[random_() % some.size()];
  }

  std::mt19937 random_;
  int id_ = 0;
};

}  // namespace

TEST_CASE("random messages over WebSocket are answered, and the server stays") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  for (unsigned seed = 0; seed < 2; ++seed) {
    CAPTURE(seed);
    MessageMaker maker(seed);
    RawWebSocket socket(server);
    REQUIRE(socket.status == 101);
    std::uint64_t expected = 0, answers = 0;
    for (std::uint64_t i = 0; i < sampled(500); ++i) {
      std::string text = maker.next();
      for (char& c : text) c = static_cast<char>(c & 0x7f);  // a text frame that is not UTF-8 ends the connection
      REQUIRE(socket.send_text(text));
      expected += wants_answer(text) ? 1 : 0;
    }
    socket.send_text(R"({"jsonrpc":"2.0","id":"last","method":"initialize"})");
    while (true) {
      const std::optional<std::string> text = socket.next_text();
      REQUIRE(text.has_value());
      const json message = json::parse(*text);
      if (message.is_object() && message.contains("method")) continue;
      ++answers;
      if (message.is_object() && message["id"] == "last") break;
    }
    // Requests that overtake others are answered before; what was asked is answered once.
    CHECK(answers == expected + 1);
  }
  RawWebSocket bad(server);
  bad.send_text("\xff\xfe");
  CHECK(!bad.next_text(10));
  CHECK(RawWebSocket(server).call("initialize")["result"]["protocol"] == 1);
}

TEST_CASE("random messages over HTTP are answered, and the server stays") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  MessageMaker maker(7);
  RawConnection connection(server.port());
  std::string session;
  http_call(server, connection, session, initialize_text);
  for (std::uint64_t i = 0; i < sampled(1000); ++i) http_call(server, connection, session, maker.next());
  CHECK(http_call(server, connection, session, initialize_text)["result"]["session"] == session);
}

TEST_CASE("random messages on standard input are answered, and it ends with its input") {
  const ModelFolder folder;
  MessageMaker maker(11);
  const std::string input = (folder.outside() / "input").string(), output = (folder.outside() / "output").string();
  const std::uint64_t count = sampled(1000);
  std::uint64_t expected = 3;  // those after the random ones
  {
    std::ofstream out(input, std::ios::binary);
    const auto add = [&](const std::string& text) { out << "Content-Length: " << text.size() << "\r\n\r\n" << text; };
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string text = maker.next();
      expected += wants_answer(text) ? 1 : 0;
      add(text);
    }
    add(R"({"jsonrpc":"2.0","id":"last","method":"initialize"})");
    add(std::string(20 << 20, ' '));  // too long
    add(R"({"jsonrpc":"2.0","id":"after","method":"initialize"})");
  }
  const std::string command = "'" + orbita_program() + "' serve '" + folder.path().string() + "' --stdio <'" + input +
                              "' >'" + output + "' 2>&1";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 0);
  std::ifstream in(output, std::ios::binary);
  std::string header, blank;
  std::uint64_t answers = 0;
  bool last = false, after = false, refused = false;
  while (std::getline(in, header)) {
    REQUIRE(header.rfind("Content-Length: ", 0) == 0);
    std::getline(in, blank);
    std::string text(std::stoul(header.substr(16)), '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    const json message = json::parse(text);
    answers += message.is_object() && message.contains("method") ? 0 : 1;
    last = last || (message.is_object() && message.value("id", json()) == "last");
    after = after || (message.is_object() && message.value("id", json()) == "after");
    refused = refused || text.find("too long") != std::string::npos;
  }
  CHECK(last);
  CHECK(after);
  CHECK(refused);
  CHECK(answers == expected);
}

TEST_CASE("fifty clients at once are all served, and may vanish") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 50; ++i) {
    threads.emplace_back([&, i] {
      try {
        RawWebSocket socket(server);
        const json opened = socket.call("model/open", {{"file", "fischer.xml"}, {"set", {{"N", "3"}}}});
        const std::string model = opened["result"]["model"];
        if (i % 5 == 0) socket.call("verify/start", {{"model", model}, {"formulas", {"A[] true"}}});
        if (i % 7 == 0) return void(++good);  // gone in the middle
        const json started = socket.call("simulate/start", {{"model", model}});
        const std::string simulation = started["result"]["simulation"];
        const json far = socket.call("simulate/random", {{"simulation", simulation}, {"state", 0}, {"steps", 5}});
        if (far["result"]["states"].size() == 5) ++good;
      } catch (const std::exception&) {
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == 50);
  CHECK(RawWebSocket(server).call("initialize")["result"]["protocol"] == 1);
}

TEST_CASE("a running verification ends within 200 ms of its cancellation, and does not keep others waiting") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  RawWebSocket socket(server);
  const std::string model =
      socket.call("model/open", {{"file", "train-gate.xml"}, {"set", {{"N", "10"}}}})["result"]["model"];
  const json options{{"symmetry", "off"}, {"trace", "none"}};
  const double slower = static_cast<double>(number_from("ORBITA_SAMPLE", 1));  // under sanitizers
  std::vector<double> times;
  for (int round = 0; round < 3; ++round) {
    const std::string job =
        socket.call("verify/start", {{"model", model}, {"queries", {1}}, {"options", options}})["result"]["job"];
    const json progress = socket.notification("verify/progress");
    REQUIRE(!progress.is_null());
    CHECK(progress["params"]["queries"] == json::array({0}));
    const auto asked = std::chrono::steady_clock::now();
    CHECK(socket.call("model/files").contains("result"));
    CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count() < 2 * slower);
    const auto start = std::chrono::steady_clock::now();
    CHECK(socket.call("verify/cancel", {{"job", job}}).contains("result"));
    const json end = socket.notification("verify/end");
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    CHECK(end["params"]["state"] == "cancelled");
  }
  // The machine may be busy: the best of three.
  CHECK(*std::min_element(times.begin(), times.end()) < 0.2 * slower);
}

TEST_CASE("a request is ended by $/cancelRequest") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  RawWebSocket socket(server);
  const std::string model = socket.call("model/open", {{"file", "fischer.xml"}})["result"]["model"];
  const std::string simulation = socket.call("simulate/start", {{"model", model}})["result"]["simulation"];
  socket.send_text(json{{"jsonrpc", "2.0"},
                        {"id", "long"},
                        {"method", "simulate/random"},
                        {"params", {{"simulation", simulation}, {"state", 0}, {"steps", 10000}}}}
                       .dump());
  socket.send_text(R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"long"}})");
  CHECK(socket.answer("long")["error"]["code"] == -32006);
}

TEST_CASE("messages of 100 MB are refused") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  const std::string long_text(std::size_t{100} << 20, ' ');
  RawWebSocket socket(server);
  REQUIRE(socket.status == 101);
  socket.send_text(long_text);
  CHECK(!socket.next_text(20));
  CHECK((socket.close_code == 1009 || socket.close_code == 0));
  HttpParts parts;
  parts.body = long_text;
  RawConnection connection(server.port());
  const bool sent = connection.send(http_text(server, parts));
  const int status = status_of(connection.read_answer());
  CHECK((status == 413 || (!sent && status == 0)));
  CHECK(RawWebSocket(server).call("initialize")["result"]["protocol"] == 1);
}

TEST_CASE("a wrong Host, Origin or token is refused") {
  const ModelFolder folder;
  const ServerProcess server(folder.path().string());
  const std::string own = "http://127.0.0.1:" + std::to_string(server.port());
  HttpParts parts;
  parts.body = initialize_text;
  CHECK(http_status(server, parts) == 200);
  const auto with = [&](auto change) {
    HttpParts changed = parts;
    change(changed);
    return http_status(server, changed);
  };
  CHECK(with([&](HttpParts& p) { p.origin = own; }) == 200);
  CHECK(with([&](HttpParts& p) { p.host = "localhost:" + std::to_string(server.port()); }) == 200);
  CHECK(with([](HttpParts& p) { p.origin = "http://evil.example"; }) == 403);
  CHECK(with([](HttpParts& p) { p.origin = "null"; }) == 403);
  CHECK(with([&](HttpParts& p) { p.origin = own + ".evil.example"; }) == 403);
  CHECK(with([](HttpParts& p) { p.host = "evil.example"; }) == 403);
  CHECK(with([](HttpParts& p) { p.host = "127.0.0.1"; }) == 403);
  CHECK(with([](HttpParts& p) { p.token = "none"; }) == 403);
  CHECK(with([&](HttpParts& p) { p.token = server.token().substr(1); }) == 403);
  CHECK(with([&](HttpParts& p) { p.token = server.token() + "0"; }) == 403);
  CHECK(with([](HttpParts& p) { p.type = "text/plain"; }) == 415);
  CHECK(with([](HttpParts& p) { p.method = "PUT"; }) == 405);
  CHECK(with([](HttpParts& p) {
          p.path = "/elsewhere";
          p.method = "GET";
        }) == 404);
  CHECK(with([](HttpParts& p) {
          p.path = "/../../etc/passwd";
          p.method = "GET";
        }) == 404);
  CHECK(with([](HttpParts& p) { p.session = "nobody"; }) == 410);
  CHECK(RawWebSocket(server, "http://evil.example").status == 403);
  CHECK(RawWebSocket(server, "", "0123456789abcdef").status == 403);
  CHECK(RawWebSocket(server).status == 101);
}

TEST_CASE("two servers get two ports, and a signal ends each cleanly") {
  const ModelFolder folder;
  ServerProcess one(folder.path().string()), two(folder.path().string());
  CHECK(one.port() != two.port());
  CHECK(one.token() != two.token());
  RawWebSocket socket(two);
  const std::string model =
      socket.call("model/open", {{"file", "train-gate.xml"}, {"set", {{"N", "10"}}}})["result"]["model"];
  socket.call("verify/start", {{"model", model}, {"options", {{"symmetry", "off"}}}});
  CHECK(!socket.notification("verify/progress").is_null());
  CHECK(one.stop(SIGINT) == 0);
  CHECK(two.stop(SIGTERM) == 0);  // although it is at work
}

TEST_CASE("names that lead out of the folder are refused") {
  const ModelFolder folder;
  std::ofstream(folder.outside() / "secret.xml") << "<nta/>";
  std::filesystem::create_symlink(folder.outside() / "secret.xml", folder.path() / "link.xml");
  std::filesystem::create_directory_symlink(folder.outside(), folder.path() / "up");
  std::filesystem::create_symlink("fischer.xml", folder.path() / "inside.xml");
  LocalClient client(folder.path().string());
  for (const std::string name : {"../secret.xml", "/etc/passwd", "link.xml", "up/secret.xml", "./fischer.xml", "",
                                 "a/../fischer.xml", "fischer.xml/", "up", "..", "//etc/passwd"}) {
    CAPTURE(name);
    const json answer = client.call("model/open", {{"file", name}});
    CHECK(answer.contains("error"));
    CHECK((answer["error"]["code"] == -32004 || answer["error"]["code"] == -32002));
  }
  CHECK(client.call("model/open", {{"file", std::string("fischer.xml\0.txt", 16)}}).contains("error"));
  CHECK(client.call("model/open", {{"file", "fischer.xml"}}).contains("result"));
  const json files = client.result("model/files")["files"];
  for (const json& file : files) {
    CHECK(file["path"] != "link.xml");
    CHECK(file["path"].get<std::string>().rfind("up/", 0) != 0);
  }
  for (const std::string name : {"../new.xml", "up/new.xml", "/tmp/new.xml", "new.sh", "link.xml"}) {
    CAPTURE(name);
    CHECK(client.call("model/save", {{"model", "m1"}, {"file", name}, {"force", true}}).contains("error"));
  }
  CHECK(!std::filesystem::exists(folder.outside() / "new.xml"));
}

TEST_CASE("a read-only server writes nothing") {
  const ModelFolder folder;
  LocalClient client(folder.path().string(), [](orbita::bridge::Settings& s) { s.read_only = true; });
  client.result("model/open", {{"file", "fischer.xml"}});
  const json answer = client.call("model/save", {{"model", "m1"}, {"file", "new.xml"}});
  CHECK(answer["error"]["code"] == -32004);
  CHECK(!std::filesystem::exists(folder.path() / "new.xml"));
}

TEST_CASE("a file that has changed on disk is not overwritten") {
  const ModelFolder folder;
  LocalClient client(folder.path().string());
  client.result("model/open", {{"file", "fischer.xml"}});
  client.result("model/edit",
                {{"model", "m1"},
                 {"version", 0},
                 {"operations", {{{"op", "text"}, {"xpath", "/nta/system"}, {"text", "system Process ;"}}}}});
  std::ofstream(folder.path() / "fischer.xml", std::ios::app) << "\n";
  CHECK(client.call("model/save", {{"model", "m1"}})["error"]["code"] == -32005);
  CHECK(client.call("model/save", {{"model", "m1"}, {"force", true}}).contains("result"));
  CHECK(client.call("model/edit", {{"model", "m1"}, {"version", 0}, {"operations", json::array()}})["error"]["code"] ==
        -32005);
}
