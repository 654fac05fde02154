import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { saveConnection } from "../../../../../workflows/connections/save-connection"
import { contextOf } from "../../../../../workflows/context"
import { refuse } from "../../answer"
import { answerConnection } from "../answer"

export const GET = answerConnection

/** Called as it is and not through the workflow engine, which has no need to hold a secret. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const input = {
    connection_id: req.params.id as string,
    actor_id: req.auth_context.actor_id,
    changes: req.validatedBody as Record<string, unknown>,
  }
  const saved = await saveConnection(contextOf(req.scope), input)
  if (saved.ok) await answerConnection(req, res)
  else refuse(res, saved)
}
