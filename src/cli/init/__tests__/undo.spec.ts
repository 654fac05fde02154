import { askStore } from "../../medusa-command"
import { regionStep } from "../steps"

jest.mock("../../medusa-command")

it("does not wait for Medusa to undo a step in a database that no longer answers", async () => {
  const asked: string[] = []
  jest.mocked(askStore).mockImplementation(async (_, [act = "look"]) => {
    asked.push(act)
    return { keys: [], problem: "It cannot be used." } as never
  })
  const region = { id: "reg_1", name: "Europe", currency_code: "eur", offers: false }
  const step = regionStep([region], () => undefined)
  await step.do(new AbortController().signal)
  await expect(step.undo?.()).rejects.toThrow("The database must answer first. It cannot be used.")
  expect(asked).toEqual(["offer", "look"])
})
