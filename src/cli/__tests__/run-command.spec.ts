import { runCommand } from "../run-command"

describe("medusa-payment-crypto", () => {
  const said = { stdout: "", stderr: "" }
  beforeEach(() => {
    Object.assign(said, { stdout: "", stderr: "" })
    for (const stream of ["stdout", "stderr"] as const) {
      jest.spyOn(process[stream], "write").mockImplementation((text) => {
        said[stream] += String(text)
        return true
      })
    }
  })
  afterEach(() => jest.restoreAllMocks())

  it.each([["--help"], ["-h"], ["reseal", "--help"]])("prints its usage: %s %s", async (...args) => {
    expect(await runCommand(args)).toBe(0)
    expect(said.stdout).toContain("reseal [--dry-run]")
    expect(said.stderr).toBe("")
  })

  it.each([
    [[], "Which command?"],
    [["rotate"], 'no command "rotate"'],
    [["reseal", "now"], 'takes no "now"'],
    [["doctor", "now"], 'takes no "now"'],
    [["reseal", "--leaving"], 'takes no "leaving"'],
    [["doctor", "--dry-run"], 'takes no "dry-run"'],
    [["reseal", "--dryrun"], "--dryrun"],
    [["reseal", "--dry-run=yes"], "--dry-run"],
  ])("refuses the arguments %j with its usage and exit code 2", async (args, word) => {
    expect(await runCommand(args)).toBe(2)
    expect(said.stderr).toContain(word)
    expect(said.stderr).toContain("Usage:")
    expect(said.stdout).toBe("")
  })
})
