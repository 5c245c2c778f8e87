/** A node of the syntax tree: where it stands, and whatever its kind has. */
export interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** A contract as two modules and one that stands for both. */
export interface ContractModules {
  /** What the first script needs: the calls, and constants. */
  plain: string
  /** Schemas, and whatever is made with them. */
  schemas: string
  /** What others import: it passes on both. */
  facade: string
}

/** What became of a contract. */
export interface ContractParts {
  /** The exported names that come with the library of schemas. */
  schemaNames: readonly string[]
  /** `null` where there is nothing to take apart, or something that cannot be. */
  modules: ContractModules | null
}

/** A statement at the top of a module. */
interface Statement {
  text: string
  declares: readonly string[]
  uses: ReadonlySet<string>
  isExported: boolean
}

/** A name that a module imports. */
interface Imported {
  local: string
  imported: string
  from: string
}

/** The library that schemas are made with. */
const SCHEMA_LIBRARY = 'zod'

/** Takes a contract apart, so that a script which only calls the server comes without the library of schemas. */
export function partsOfContract(
  program: Node,
  code: string,
  { id, isSchema }: { id: string; isSchema: (imported: Imported) => boolean },
): ContractParts {
  const body = partsOf(program.body)
  const reexports = body.filter(isReexport)
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const statements = body
    .filter(node => !imports.includes(node) && !reexports.includes(node))
    .map(node => statementOf(node, code))
  const declaring = statements.filter(statement => statement !== null)
  const imported = imports.flatMap(importedBy)
  const names = namesOfSchemas(
    declaring,
    imported.filter(name => name.from === SCHEMA_LIBRARY || isSchema(name)).map(({ local }) => local),
  )
  const needsSchemas = (statement: Statement) => statement.declares.some(name => names.has(name))
  const schemas = declaring.filter(needsSchemas)
  const plain = declaring.filter(statement => !needsSchemas(statement))
  const schemaNames = schemas.filter(({ isExported }) => isExported).flatMap(({ declares }) => declares)
  const isWhole = declaring.length < statements.length || schemas.length === 0 || plain.length === 0
  if (isWhole) return { schemaNames, modules: null }
  const used = new Set(schemas.flatMap(({ uses }) => [...uses]))
  const shared = plain.flatMap(({ declares }) => declares).filter(name => used.has(name))
  const modules = {
    plain: moduleOf(plain, imported),
    schemas: `${importOf(shared, `${id}?plain`)}${moduleOf(schemas, imported)}`,
    facade: [
      ...reexports.map(({ start, end }) => code.slice(start, end)),
      exportOf(plain, `${id}?plain`),
      exportOf(schemas, `${id}?schemas`),
    ].join('\n'),
  }
  return { schemaNames, modules }
}

/** The names of statements that use the library, themselves or through another. */
function namesOfSchemas(statements: readonly Statement[], known: readonly string[]): Set<string> {
  const names = new Set(known)
  const found = statements.filter(
    ({ declares, uses }) => declares.some(name => !names.has(name)) && [...uses].some(name => names.has(name)),
  )
  return found.length === 0
    ? names
    : namesOfSchemas(statements, [...names, ...found.flatMap(({ declares }) => declares)])
}

const moduleOf = (statements: readonly Statement[], imported: readonly Imported[]): string => {
  const used = new Set(statements.flatMap(({ uses }) => [...uses]))
  const imports = imported
    .filter(({ local }) => used.has(local))
    .map(({ local, imported: name, from }) => `import { ${name} as ${local} } from ${JSON.stringify(from)}\n`)
  const names = statements.flatMap(({ declares }) => declares)
  return `${imports.join('')}${statements.map(({ text }) => text).join('\n')}\nexport { ${names.join(', ')} }\n`
}

const importOf = (names: readonly string[], from: string): string =>
  names.length > 0 ? `import { ${names.join(', ')} } from ${JSON.stringify(from)}\n` : ''

const exportOf = (statements: readonly Statement[], from: string): string => {
  const names = statements.filter(({ isExported }) => isExported).flatMap(({ declares }) => declares)
  return `export { ${names.join(', ')} } from ${JSON.stringify(from)}`
}

/** A statement that declares something; `null` for any other. */
function statementOf(node: Node, code: string): Statement | null {
  const isExported = node.type === 'ExportNamedDeclaration'
  const declaration = isExported && isNode(node.declaration) ? node.declaration : node
  const declares =
    declaration.type === 'VariableDeclaration'
      ? partsOf(declaration.declarations).flatMap(({ id }) => namesIn(id))
      : declaration.type === 'FunctionDeclaration'
        ? namesIn(declaration.id)
        : []
  if (declares.length === 0) return null
  return { text: code.slice(declaration.start, declaration.end), declares, uses: namesUsedBy(declaration), isExported }
}

/** Destructured names are not told apart: such a statement is none that can be moved. */
const namesIn = (id: unknown): string[] => (isNode(id) && id.type === 'Identifier' ? [String(id.name)] : [])

/** Every name in a piece of code but those of properties. */
function namesUsedBy(node: Node): Set<string> {
  if (node.type === 'Identifier') return new Set([String(node.name)])
  const skipped = node.computed === true ? null : node.type === 'MemberExpression' ? node.property : node.key
  const children = childrenOf(node).filter(child => child !== skipped)
  return new Set(children.flatMap(child => [...namesUsedBy(child)]))
}

const isReexport = ({ type, declaration }: Node): boolean =>
  type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && !isNode(declaration))

/** What one `import` brings; whole modules under one name are no part of contracts. */
function importedBy(declaration: Node): Imported[] {
  const from = isNode(declaration.source) ? String(declaration.source.value) : ''
  return partsOf(declaration.specifiers).flatMap(({ local, imported }) =>
    isNode(local) && isNode(imported) ? [{ local: String(local.name), imported: String(imported.name), from }] : [],
  )
}

/** Whether a value of a syntax tree is a node. */
export const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part

/** The nodes of a list. */
export const partsOf = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : [])

/** The nodes directly below one. */
export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap(part => (isNode(part) ? [part] : partsOf(part)))
