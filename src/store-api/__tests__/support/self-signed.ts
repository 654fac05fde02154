import { generateKeyPairSync, sign } from "node:crypto"

/**
 * A self-signed certificate in X.509's DER (RFC 5280), so that the repository holds no private key and tests need no
 * program that makes one.
 */
export function selfSigned(host = "127.0.0.1"): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts)
    const { length } = content
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
    return Buffer.concat([Buffer.from([tag, ...size]), content])
  }
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
  const hex = (text: string) => Buffer.from(text, "hex")
  const ecdsaWithSha256 = sequence(der(0x06, hex("2a8648ce3d040302")))
  const commonName = der(0x06, hex("550403"))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const validity = sequence(der(0x18, Buffer.from("20200101000000Z")), der(0x18, Buffer.from("20991231235959Z")))
  const tbs = sequence(
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, hex("01")),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const certificate = sequence(tbs, ecdsaWithSha256, der(0x03, hex("00"), sign("sha256", tbs, privateKey)))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  }
}
