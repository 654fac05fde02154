import { tmpdir } from "node:os"
import { version } from "../../../package.json"
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

  it.each([["--help"], ["-h"], ["doctor", "--help"]])("prints its usage: %s %s", async (...args) => {
    expect(await runCommand(args)).toBe(0)
    expect(said.stdout).toContain("doctor [--leaving]")
    expect(said.stderr).toBe("")
  })

  it("prints the version of the package", async () => {
    expect(await runCommand(["--version"])).toBe(0)
    expect(said.stdout).toBe(`${version}\n`)
  })

  it.each([
    [[], "Which command?"],
    [["rotate"], 'no command "rotate"'],
    [["doctor", "now"], 'takes no "now"'],
    [["doctor", "--dry-run"], "--dry-run"],
    [["doctor", "--leaving=yes"], "--leaving"],
    [["doctor", "--yes"], "takes only --leaving"],
    [["init", "--leaving"], "takes only --yes and --regions"],
  ])("refuses the arguments %j with its usage and exit code 2", async (args, word) => {
    expect(await runCommand(args)).toBe(2)
    expect(said.stderr).toContain(word)
    expect(said.stderr).toContain("Usage:")
    expect(said.stderr).not.toContain("positional argument")
    expect(said.stdout).toBe("")
  })

  it("says without its usage that a folder has no Medusa server", async () => {
    jest.spyOn(process, "cwd").mockReturnValue(tmpdir())
    expect(await runCommand(["doctor"])).toBe(2)
    expect(said.stderr).toMatch(/^No @medusajs\/cli in .*\. Run this in the folder of your Medusa server\.\n$/)
  })
})
