import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { adminRefusal } from "../../../../core/text/admin-refusals"
import { refuse } from "../answer"
import { pick } from "../list-query"
import { connectionView } from "./view"

/** Answers with the connection as it is now. */
export async function answerConnection(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const view = await connectionView(req, req.params.id as string, new Date())
  if (view) res.json({ connection: pick(view, req) })
  else refuse(res, adminRefusal("unknown_connection"))
}
