// The words of UPPAAL's language, for colouring declarations, labels and queries.

export type TokenKind = "keyword" | "type" | "number" | "comment" | "operator" | "name" | "space";

export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
}

const keywords = new Set(
  ("for while do if else return switch case default break continue typedef struct const urgent broadcast meta hybrid " +
    "true false and or not imply forall exists sum deadlock process state init trans commit branchpoint guard sync assign " +
    "select before_update after_update chan priority system gantt progress import dynamic spawn exit numof foreach " +
    "A E U W R sup inf bounds control minE maxE Pr simulate strategy under saveStrategy loadStrategy").split(" "),
);
const types = new Set("int bool clock void double string scalar".split(" "));

const pattern =
  /(\s+)|(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(\d+(?:\.\d+)?)|(A\[\]|E\[\]|A<>|E<>|A\[|E\[)|([A-Za-z_]\w*)|(-->|&&|\|\||[=!<>:+\-*/%&|^]=|<\?|>\?|\+\+|--|<<|>>|[^\s\w])/g;

export function isKeyword(word: string): boolean {
  return keywords.has(word);
}

export function isBuiltInType(word: string): boolean {
  return types.has(word);
}

export function tokenize(text: string, knownTypes: ReadonlySet<string> = new Set()): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, space, comment, number, path, word] = match;
    const kind: TokenKind =
      space !== undefined ? "space"
      : comment !== undefined ? "comment"
      : number !== undefined ? "number"
      : path !== undefined ? "keyword"
      : word === undefined ? "operator"
      : wordKind(word, knownTypes);
    tokens.push({ kind, from: match.index, to: match.index + whole.length });
  }
  return tokens;
}

function wordKind(word: string, knownTypes: ReadonlySet<string>): TokenKind {
  if (keywords.has(word)) return "keyword";
  return types.has(word) || knownTypes.has(word) ? "type" : "name";
}

// The names that `typedef` gives in a text: enough for colouring while the server is still checking.
export function typedefs(text: string): Set<string> {
  const found = new Set<string>();
  const flat = text.replace(/\{[^}]*\}/g, " "); // fields of a struct are no types
  for (const [, definition] of flat.matchAll(/\btypedef\b([^;]*);/g)) {
    const name = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$/.exec(definition);
    if (name) found.add(name[1]);
  }
  return found;
}
