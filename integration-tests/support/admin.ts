import { LOGIN } from "./databases"
import { createHttp, type Http } from "./http"

/** Returns the admin API of a seeded store, signed in as its admin user. */
export async function signInAsAdmin(url: string): Promise<Http> {
  const { token } = (await createHttp(url).post("/auth/user/emailpass", LOGIN)) as { token: string }
  return createHttp(url, { authorization: `Bearer ${token}` })
}
