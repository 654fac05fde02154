import { rotateEndpointSecret } from "../../../../../../workflows/connections/rotate-endpoint-secret"
import { connectionChange } from "../../../respond"

/** Replaces the endpoint secret, and keeps the old one valid for a while. */
export const POST = connectionChange((ctx, who, { endpoint_secret, previous_valid_until }) =>
  rotateEndpointSecret(ctx, { ...who, endpoint_secret, previous_valid_until }),
)
