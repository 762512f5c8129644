#include "parser/grammar/lexer.h"

#include <catch2/catch.hpp>

#include "syntax_support.h"

using namespace orbita;
using syntax_test::Workshop;

namespace {

// The tokens' texts, separated by spaces; keywords in angle brackets: "<int>".
std::string tokens(const std::string& text, TextKind kind = TextKind::model) {
  Lexer lexer(text, 0, kind, nullptr);
  std::string out;
  for (Token token = lexer.next(); !token.is(TokenKind::end); token = lexer.next()) {
    if (!out.empty()) out += ' ';
    const std::string piece(lexer.text(token));
    out += token.is(TokenKind::keyword) ? "<" + piece + ">" : piece;
  }
  return out;
}

std::string problems(const std::string& text, TextKind kind = TextKind::model) {
  Workshop shop;
  const auto block = shop.add(text);
  Lexer lexer(shop.document.sources[block].text, block, kind, &shop.diagnostics);
  while (!lexer.next().is(TokenKind::end)) {
  }
  return shop.problems();
}

TokenKind only(const std::string& text, TextKind kind = TextKind::model) {
  Lexer lexer(text, 0, kind, nullptr);
  const Token token = lexer.next();
  CHECK(lexer.next().is(TokenKind::end));
  return token.kind;
}

}  // namespace

TEST_CASE("every symbol is one token of its own kind") {
  for (int k = static_cast<int>(TokenKind::left_paren); k <= static_cast<int>(TokenKind::disjunction); ++k) {
    const auto kind = static_cast<TokenKind>(k);
    CAPTURE(k, spelling(kind));
    REQUIRE_FALSE(spelling(kind).empty());
    CHECK(only(std::string(spelling(kind))) == kind);
  }
  CHECK(only(":=") == TokenKind::assign);
  CHECK(only("#", TextKind::query) == TokenKind::hash);
}

TEST_CASE("the longest symbol wins everywhere") {
  CHECK(tokens("i-->0") == "i --> 0");
  CHECK(tokens("i-- >0") == "i -- > 0");
  CHECK(tokens("A[]p") == "A[] p");
  CHECK(tokens("E<>p A<>p E[]p") == "E<> p A<> p E[] p");
  CHECK(tokens("A [] p") == "A [] p");
  CHECK(tokens("BA[]") == "BA []");
  CHECK(tokens("A[i]") == "A [ i ]");
  CHECK(tokens("A<b") == "A < b");
  CHECK(tokens("a-u->b a->b a-b") == "a -u-> b a -> b a - b");
  CHECK(tokens("a<?b>?c**d") == "a <? b >? c ** d");
  CHECK(tokens("a<<=b>>=c<<d>>e") == "a <<= b >>= c << d >> e");
  CHECK(tokens("a+++b---c") == "a ++ + b -- - c");
  CHECK(tokens("p/\\q\\/r") == "p /\\ q \\/ r");
  CHECK(tokens("x'==0") == "x ' == 0");
}

TEST_CASE("names may contain dollar and hash, but not start with them") {
  CHECK(tokens("a$b#1 _x") == "a$b#1 _x");
  CHECK(problems("$a") == "1:1 error bad-character: character '$' is not part of the language");
  CHECK(problems("#a") == "1:1 error bad-character: character '#' is not part of the language");
}

TEST_CASE("numbers are decimal, with fractions and exponents") {
  CHECK(only("010") == TokenKind::natural);
  CHECK(only("1.5") == TokenKind::floating);
  CHECK(only("1e5") == TokenKind::floating);
  CHECK(only("1.25E-3") == TokenKind::floating);
  CHECK(tokens("1.x") == "1 . x");
  CHECK(tokens("1e") == "1 e");
  CHECK(tokens("1e+x") == "1 e + x");
  CHECK(tokens(".5") == ". 5");
  CHECK(tokens("0x10") == "0 x10");
}

TEST_CASE("comments, continuations and every kind of newline are whitespace") {
  CHECK(tokens("a // b\nc") == "a c");
  CHECK(tokens("a /* b\n * c */ d /**/ e") == "a d e");
  CHECK(tokens("a /* /* */ b") == "a b");
  CHECK(tokens("a \\\n b") == "a b");
  CHECK(tokens("a \\ \t\r\n b \\") == "a b");
  CHECK(tokens("a\r\nb\rc\td\fe") == "a b c d e");
  CHECK(tokens("\xEF\xBB\xBF"
               "a") == "a");
  CHECK(tokens("// \xC3\xA9 \xFF\na /* \xFF */") == "a");
}

TEST_CASE("a newline is remembered, a continued or commented one is not") {
  Lexer lexer("a\nb \\\n c /* \n */ d // x\n e", 0, TextKind::query, nullptr);
  std::string out;
  for (Token token = lexer.next(); !token.is(TokenKind::end); token = lexer.next())
    out += token.after_newline ? 'n' : '-';
  CHECK(out == "-n--n");
}

TEST_CASE("unclosed comments and strings are reported where they start") {
  CHECK(problems("a\n  /* b\nc") == "2:3 error unclosed-comment: this comment is never closed");
  CHECK(problems("a /*/") == "1:3 error unclosed-comment: this comment is never closed");
  CHECK(problems("\"abc\nd") == "1:1 error unclosed-string: this string is never closed");
  CHECK(problems("x \"") == "1:3 error unclosed-string: this string is never closed");
  CHECK(problems("\"\"") == "1:1 error empty-string: a string needs at least one character");
  CHECK(problems("\"a\"") == "");
}

TEST_CASE("odd characters are named, once per run") {
  CHECK(problems("a \xC3\xA9 b") ==
        "1:3 error bad-character: character '\xC3\xA9' (U+00E9) can only be used in comments");
  CHECK(problems("\xE2\x82\xAC\xE2\x82\xAC") ==
        "1:1 error bad-character: character '\xE2\x82\xAC' (U+20AC) can only be used in comments");
  CHECK(problems("a ~ b @") ==
        "1:3 error bad-character: character '~' is not part of the language | "
        "1:7 error bad-character: character '@' is not part of the language");
  CHECK(problems("a\x01"
                 "b") == "1:2 error bad-character: control character U+0001 is not part of the language");
  CHECK(problems("a \xFF") == "1:3 error invalid-utf8: byte 0xFF is not valid UTF-8");
  CHECK(problems("\xC3(") == "1:1 error invalid-utf8: byte 0xC3 is not valid UTF-8");
  CHECK(problems("\xED\xA0\x80") == "1:1 error invalid-utf8: byte 0xED is not valid UTF-8");
  CHECK(problems(std::string("a\0\0b", 4)) == "1:2 error nul-byte: the text contains a NUL byte");
  CHECK(problems("a \\ b") == "1:3 error bad-character: character '\\' is not part of the language");
  CHECK(problems(std::string(4001, 'a')) == "1:1 error name-too-long: this name has more than 4000 characters");
  CHECK(problems(std::string(4000, 'a')) == "");
}

TEST_CASE("each kind of text has its own keywords") {
  CHECK(tokens("guard while sum deadlock") == "<guard> <while> sum deadlock");
  CHECK(tokens("guard while sum deadlock", TextKind::old_model) == "<guard> while sum deadlock");
  CHECK(tokens("guard while sum deadlock true", TextKind::query) == "guard while sum deadlock <true>");
  CHECK(look_up("sum", TextKind::model).standing == Standing::soft);
  CHECK(look_up("sum", TextKind::old_model).standing == Standing::name);
  CHECK(look_up("deadlock", TextKind::query).word == Word::deadlock);
  CHECK(look_up("deadlock", TextKind::model).word == Word::none);
  CHECK(look_up("sin", TextKind::model).word == Word::none);
  CHECK(look_up("", TextKind::model).word == Word::none);
  for (const char* word : {"const",    "select",      "guard",  "sync",    "assign", "probability",   "process",
                           "state",    "branchpoint", "init",   "trans",   "urgent", "commit",        "broadcast",
                           "system",   "true",        "false",  "and",     "or",     "xor",           "not",
                           "imply",    "for",         "while",  "do",      "if",     "else",          "default",
                           "return",   "typedef",     "struct", "import",  "meta",   "before_update", "after_update",
                           "progress", "gantt",       "assert", "IO",      "forall", "exists",        "sum",
                           "priority", "bool",        "int",    "double",  "string", "chan",          "clock",
                           "void",     "scalar",      "hybrid", "dynamic", "spawn",  "exit",          "query",
                           "location"}) {
    CAPTURE(word);
    CHECK(look_up(word, TextKind::model).word != Word::none);
  }
  for (const char* word :
       {"const",    "guard",  "sync",      "assign", "probability", "process", "state", "branchpoint", "init", "trans",
        "urgent",   "commit", "broadcast", "system", "true",        "false",   "and",   "or",          "not",  "imply",
        "priority", "bool",   "int",       "double", "chan",        "clock",   "void",  "scalar"}) {
    CAPTURE(word);
    CHECK(look_up(word, TextKind::old_model).word != Word::none);
  }
}

TEST_CASE("a range of the text can be read on its own") {
  const std::string text = "aaa bb /* c */ dd";
  Lexer lexer(text, 7, TextKind::query, nullptr, 4, 6);
  const Token token = lexer.next();
  CHECK(lexer.text(token) == "bb");
  CHECK(lexer.span(token) == Span{7, 4, 6});
  CHECK(lexer.next().is(TokenKind::end));
  CHECK(lexer.next().is(TokenKind::end));
}

TEST_CASE("comments can be collected") {
  const std::string text = "a // x\n/* y */ b";
  std::vector<Comment> comments;
  Lexer lexer(text, 0, TextKind::query, nullptr);
  lexer.collect_comments(&comments);
  while (!lexer.next().is(TokenKind::end)) {
  }
  REQUIRE(comments.size() == 2);
  CHECK(text.substr(comments[0].begin, comments[0].end - comments[0].begin) == "// x");
  CHECK_FALSE(comments[0].is_block);
  CHECK(text.substr(comments[1].begin, comments[1].end - comments[1].begin) == "/* y */");
  CHECK(comments[1].is_block);
}
