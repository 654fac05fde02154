import type { ExecArgs } from "@medusajs/framework/types"
import { offerConnection, withdrawConnection } from "../../workflows/connections/begin"
import { answerCaller } from "../medusa-command"

/** For `medusa exec`: offers the connection in the regions after the first argument, or takes it out of them. */
export default async function regions({ container, args }: ExecArgs): Promise<void> {
  const [act, ...ids] = args
  if (act === "offer") answerCaller(await offerConnection(container, ids))
  else answerCaller(await withdrawConnection(container, ids).then(() => null))
}
