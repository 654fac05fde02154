import { testCryptoConnectionWorkflow } from "../../../../../../workflows/connections/test-connection"
import type { ConnectionTest } from "../../../contract"
import { needingTables, refuse } from "../../../respond"

export const POST = needingTables(async (req, res) => {
  const input = { connection_id: req.params.id as string, actor_id: req.auth_context.actor_id }
  const { result: tested } = await testCryptoConnectionWorkflow(req.scope).run({ input })
  if (tested.ok) res.json({ result: tested.result } satisfies ConnectionTest)
  else refuse(res, tested)
})
