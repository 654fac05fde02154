import type { ExecArgs } from "@medusajs/framework/types"
import { offerConnection, withdrawConnection } from "../../workflows/connections/begin"
import { CONNECTION, tell } from "./in-store"

/** For `medusa exec`: offers the connection in the regions after the first argument, or takes it out of them. */
export default async function regions({ container, args }: ExecArgs): Promise<void> {
  const [act, ...ids] = args
  if (act === "offer") tell(await offerConnection(container, CONNECTION, ids))
  else tell(await withdrawConnection(container, CONNECTION, ids).then(() => null))
}
