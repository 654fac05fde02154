import { join } from "node:path"
import * as ts from "typescript"

export type Schema = Record<string, unknown>

const ROOT = join(__dirname, "../..")

/**
 * JSON Schemas (2020-12) of exported types, as the compiler sees them: ts-json-schema-generator 2 infers no types.
 * @param file with the exports
 * @param known receives each exported type that others refer to, by its name
 */
export function schemasOf(file: string, known: Record<string, Schema>): (name: string) => Schema {
  const path = join(ROOT, file)
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [path], include: [] }, ts.sys, ROOT)
  const program = ts.createProgram([path], { ...options, noEmit: true, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const module = source && checker.getSymbolAtLocation(source)
  const exports = new Map(module ? checker.getExportsOfModule(module).map((one) => [one.name, one]) : [])
  const convert = new Converter(checker, exports, known)
  return (name) => convert.named(name)
}

class Converter {
  /** The exported types by what they are: an alias of a generic type keeps no name. */
  readonly #names: ReadonlyMap<ts.Type, string>

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly exports: ReadonlyMap<string, ts.Symbol>,
    private readonly known: Record<string, Schema>,
  ) {
    const compound = ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.Union
    const typed = [...exports].map(([name, symbol]) => [this.#declared(symbol), name] as const)
    this.#names = new Map(typed.filter(([type]) => type.flags & compound))
  }

  #declared(symbol: ts.Symbol): ts.Type {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    return this.checker.getDeclaredTypeOfSymbol(target)
  }

  /** @throws Error if the file exports no such type */
  named(name: string): Schema {
    const symbol = this.exports.get(name)
    if (!symbol) throw new Error(`${name} is not exported`)
    if (!(name in this.known)) {
      this.known[name] = {}
      this.known[name] = this.ofType(this.#declared(symbol))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  private schema(type: ts.Type): Schema {
    const name = this.#names.get(type)
    return name ? this.named(name) : this.ofType(type)
  }

  private ofType(type: ts.Type): Schema {
    if (type.isUnion()) return this.ofUnion(type.types)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    const { flags } = type
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" }
    if (flags & ts.TypeFlags.String) return { type: "string" }
    if (flags & ts.TypeFlags.Number) return { type: "number" }
    if (flags & ts.TypeFlags.Null) return { type: "null" }
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {}
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference)
      return { type: "array", items: item ? this.schema(item) : {} }
    }
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.ofObject(type)
    throw new Error(`no JSON can be ${this.checker.typeToString(type)}`)
  }

  private ofUnion(types: readonly ts.Type[]): Schema {
    const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const schemas = present.map((one) => this.schema(one))
    const constants = schemas.filter((one) => "const" in one).map((one) => one.const)
    const others = schemas.filter((one) => !("const" in one))
    const isBoolean = constants.length === 2 && constants.every((one) => typeof one === "boolean")
    if (isBoolean) others.unshift({ type: "boolean" })
    else if (constants.length > 0)
      others.unshift(constants.length === 1 ? { const: constants[0] } : { enum: constants.sort() })
    return others.length === 1 ? (others[0] as Schema) : { anyOf: others }
  }

  private ofObject(type: ts.Type): Schema {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String)
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of type.getProperties()) {
      properties[property.name] = this.schema(this.checker.getTypeOfSymbol(property))
      const words = ts.displayPartsToString(property.getDocumentationComment(this.checker))
      if (words && !("$ref" in (properties[property.name] as Schema))) {
        properties[property.name] = { ...properties[property.name], description: words }
      }
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
    }
    return {
      type: "object",
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.schema(index) } : {}),
    }
  }
}
