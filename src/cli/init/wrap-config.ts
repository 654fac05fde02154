import type typescript from "typescript"

/** What to write by hand in a medusa-config that this command does not understand. */
export const BY_HAND = `import { withCryptoPayments } from "medusa-payment-crypto/config"

export default withCryptoPayments(defineConfig({
  // what is there now
}))`

const NAME = "withCryptoPayments"
const FROM = '"medusa-payment-crypto/config"'

/**
 * Wraps what a medusa-config exports in `withCryptoPayments`, and changes nothing else of its text.
 *
 * @param ts the compiler of the store
 * @returns undefined if the export is neither `defineConfig(…)` nor a name
 */
export function wrapConfig(ts: typeof typescript, text: string): string | undefined {
  const source = parse(ts, text)
  const exported = source.statements.flatMap((statement) => exportedBy(ts, source, statement))
  const [only, ...others] = exported
  if (mistakesOf(source) > 0 || !only || others.length > 0 || !isConfig(ts, only)) return undefined

  const [start, end] = [only.getStart(source), only.getEnd()]
  const call = `${text.slice(0, start)}${NAME}(${text.slice(start, end)})${text.slice(end)}`
  const imports = source.statements.filter(ts.isImportDeclaration)
  const isModule = imports.length > 0 || source.statements.some(ts.isExportAssignment)
  const added = isModule ? `import { ${NAME} } from ${FROM}` : `const { ${NAME} } = require(${FROM})`
  const semicolon = /;\s*$/m.test(text.slice(0, start)) ? ";" : ""
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const at = imports.at(-1)?.getEnd() ?? (source.statements[0] ?? only).getStart(source)
  const line = added + semicolon
  const wrapped = call.slice(0, at) + (imports.length > 0 ? newline + line : line + newline) + call.slice(at)
  return mistakesOf(parse(ts, wrapped)) > 0 ? undefined : wrapped
}

const parse = (ts: typeof typescript, text: string) =>
  ts.createSourceFile("medusa-config.ts", text, ts.ScriptTarget.Latest, true)

/** How many syntax errors the compiler found while it parsed. */
const mistakesOf = (source: typescript.SourceFile): number =>
  (source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length

/** The value of `export default …` or `module.exports = …`. */
function exportedBy(
  ts: typeof typescript,
  source: typescript.SourceFile,
  statement: typescript.Statement,
): typescript.Expression[] {
  if (ts.isExportAssignment(statement)) return [statement.expression]
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return []
  const { left, right } = statement.expression
  return left.getText(source) === "module.exports" ? [right] : []
}

const isConfig = (ts: typeof typescript, value: typescript.Expression): boolean =>
  ts.isIdentifier(value) ||
  (ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "defineConfig")
