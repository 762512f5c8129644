import assert from "node:assert/strict";
import { test } from "node:test";
import { random } from "./random.ts";
import { bytes, count, groupText, seconds, short, timeBetween, timeText, timeValue } from "../../src/common/format.ts";
import { isForField, isLetter, keyName } from "../../src/common/keys.ts";
import { tokenize, typedefs } from "../../src/common/language.ts";
import { match } from "../../src/shell/match.ts";

test("numbers are written for people", () => {
  assert.equal(count(1326121), "1\u2009326\u2009121");
  assert.equal(count(999), "999");
  assert.equal(short(1_326_121), "1.3 M");
  assert.equal(short(25_151), "25.2 k");
  assert.equal(seconds(0.00001), "0 ms");
  assert.equal(seconds(0.0007), "0.7 ms");
  assert.equal(seconds(0.5), "500 ms");
  assert.equal(seconds(0.042), "42 ms");
  assert.equal(seconds(9.9), "9.9 s");
  assert.equal(seconds(125), "2 min 5 s");
  assert.equal(bytes(56_000_000), "56 MB");
  assert.equal(groupText("S_10 on id_t"), "S₁₀ on id_t");
});

test("differences of times are exact", () => {
  assert.equal(timeBetween("1/3", "1/2"), "1/6");
  assert.equal(timeBetween("5/2", "7/2"), "1");
  assert.equal(timeBetween("0", "0"), "0");
  for (let i = 0; i < 200; i++) {
    const [a, b, c, d] = [0, 0, 0, 0].map(() => 1 + Math.floor(random() * 1000));
    const got = timeValue(timeBetween(`${a}/${b}`, `${c}/${d}`));
    assert.ok(Math.abs(got - (c / d - a / b)) < 1e-9, `${a}/${b} to ${c}/${d}`);
  }
});

test("halves and quarters are shown as decimals, other fractions as they are", () => {
  assert.equal(timeText("7/2"), "3.5");
  assert.equal(timeText("1/3"), "1/3");
  assert.equal(timeText(null), "");
});

const key = (k: string, code = "", mods = {}): Parameters<typeof keyName>[0] => ({ key: k, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...mods });

test("keys have the names of the list of keys", () => {
  assert.equal(keyName(key("k", "KeyK", { ctrlKey: true })), "Ctrl K");
  assert.equal(keyName(key("k", "KeyK", { metaKey: true })), "Ctrl K");
  assert.equal(keyName(key("F8", "F8", { shiftKey: true })), "Shift F8");
  assert.equal(keyName(key("!", "Digit1", { shiftKey: true })), "Shift 1");
  assert.equal(keyName(key("ArrowLeft", "ArrowLeft", { shiftKey: true })), "Shift ←");
  assert.equal(keyName(key("+", "BracketRight", { shiftKey: true })), "+");
  assert.equal(keyName(key(" ", "Space")), "Space");
});

test("what types or moves a cursor is for the field that has the focus, commands are not", () => {
  const at = (tagName: string, type: string, editable: string | null = null) => ({ closest: () => ({ tagName, type, getAttribute: () => editable }) }) as unknown as EventTarget;
  const press = (target: EventTarget | null, key: string, ctrlKey = false) => isForField({ target, key, code: "", ctrlKey, metaKey: false, altKey: false, shiftKey: false });
  for (const field of [at("INPUT", "text"), at("INPUT", "number"), at("TEXTAREA", ""), at("SELECT", ""), at("DIV", "", "true")]) {
    for (const key of ["Backspace", "ArrowLeft", "Home", " ", "Enter", "Delete", "r", "["]) assert.ok(press(field, key), key);
    for (const key of ["k", "s", "Enter"]) assert.ok(!press(field, key, true), `Ctrl ${key}`);
    for (const key of ["F8", "Escape"]) assert.ok(!press(field, key), key);
  }
  assert.ok(press(at("INPUT", "text"), "z", true), "a field undoes its own text");
  assert.ok(!press(at("DIV", "", "true"), "z", true), "an editor of the model does not");
  assert.deepEqual(["ArrowRight", "End", "r", "Enter"].map((key) => press(at("INPUT", "range"), key)), [true, true, false, false]);
  assert.ok(!press(at("INPUT", "checkbox"), "r") && !press({ closest: () => null } as unknown as EventTarget, "r"));
});

test("single letters are told from other keys", () => {
  for (const name of ["R", "Shift F", "+", "[", "\\"]) assert.ok(isLetter(name), name);
  for (const name of ["Ctrl K", "F8", "←", "Enter", "Esc"]) assert.ok(!isLetter(name), name);
});

test("every character of a text is in exactly one token", () => {
  const text = "A[] forall (i : id_t) /* c */ Train(i).Cross imply x <= 5 --> E<> y // end\nint[0,3] a;";
  const tokens = tokenize(text, new Set(["id_t"]));
  assert.equal(tokens.map((t) => text.slice(t.from, t.to)).join(""), text);
  const kinds = (kind: string): string[] => tokens.filter((t) => t.kind === kind).map((t) => text.slice(t.from, t.to));
  assert.deepEqual(kinds("keyword"), ["A[]", "forall", "imply", "E<>"]);
  assert.deepEqual(kinds("type"), ["id_t", "int"]);
  assert.deepEqual(kinds("comment"), ["/* c */", "// end"]);
  assert.ok(kinds("operator").includes("-->"));
});

test("random texts are tokenized without loss", () => {
  const letters = "ab_1 \n/*\"'<>-=[]{}();:.!&|A";
  for (let i = 0; i < 500; i++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 40) }, () => letters[Math.floor(random() * letters.length)]).join("");
    assert.equal(tokenize(text).map((t) => text.slice(t.from, t.to)).join(""), text);
  }
});

test("typedefs give type names", () => {
  assert.deepEqual([...typedefs("typedef scalar[N] pid_t;\ntypedef struct { int a; bool b; } pair_t;\ntypedef int[0,3] row_t[2];")], ["pid_t", "pair_t", "row_t"]);
});

test("a search finds all words, starts of words first", () => {
  assert.equal(match("Check all queries", "zebra"), null);
  assert.deepEqual(match("Check all queries", "che")?.ranges, [[0, 3]]);
  assert.ok(match("Check all queries", "all che"));
  assert.ok(match("Check", "che")!.score > match("unchecked", "che")!.score);
});
