import { LOGIN } from "./databases"
import { createHttp, type Http } from "./http"

/** Returns the admin API of a store, signed in as its admin user, by default as that of a seeded one. */
export async function signInAsAdmin(url: string, login = LOGIN): Promise<Http> {
  const { token } = await createHttp(url).post("/auth/user/emailpass", login)
  return createHttp(url, { authorization: `Bearer ${token}` })
}
