import { join } from "node:path"
import { type Command, runMedusa } from "./medusa-process"
import type { Seed } from "./seed"

const MARK = "seeded:"

export type Login = { email: string; password: string }

/** Seeds the Medusa application in `command.cwd`, which has a migrated database, and makes an admin user. */
export async function seedByCommand(
  login: Login,
  command: Command,
  script = join(__dirname, "seed-script.ts"),
): Promise<Seed> {
  let seed: Seed | undefined
  const onLine = (line: string) => {
    if (line.startsWith(MARK)) seed = JSON.parse(line.slice(MARK.length))
  }
  // As JSON, because Medusa's command reads an argument of only digits as a number.
  await runMedusa(["exec", script, JSON.stringify(login), MARK], { ...command, onLine })
  if (!seed) throw new Error("the seed did not say what it made")
  return seed
}
