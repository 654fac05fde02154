const PROGRAM = /^(npx medusa-payment-crypto|npx medusa|npm run \w+ --) /

/**
 * The words of a command in the docs after its program, so that a test runs the command as it is written.
 * snippets.spec.ts compares these calls with the docs.
 */
export function documented(command: string): string[] {
  if (!PROGRAM.test(command)) throw new Error(`no test knows the program of: ${command}`)
  return command.replace(PROGRAM, "").split(" ")
}
