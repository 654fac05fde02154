const PROGRAM = /^(npx medusa-payment-crypto|npx medusa|npm run \w+ --) /

/** A command's words as the docs write them. snippets.spec.ts compares these calls with the docs. */
export function documented(command: string): string[] {
  if (!PROGRAM.test(command)) throw new Error(`no test knows the program of: ${command}`)
  return command.replace(PROGRAM, "").split(" ")
}
