import type { Plugin } from 'vite'
import { type ContractModules, childrenOf, isNode, type Node, partsOf, partsOfContract } from './contractParts.ts'

/** Replaces the text from `start` to `end`. */
interface Edit {
  start: number
  end: number
  text: string
}

const declarers = ['read', 'write', 'remote']
/** What a browser needs to know of a call beside its kind and path. The rest is for the server, which checks by it. */
const preservedOptions = ['method', 'files']

const contract = /\/src\/(features\/[^/]+\/contract(\/[^/]+)?|platform\/wire\/[^/]+)\.ts$/
/** The halves of a contract that was taken apart. */
const part = /\/src\/.*\.ts\?(plain|schemas)$/
const droppedPart = /\b\w*[cC]alls(\.\w+)+\.(input|output|right|summary)\b/

/**
 * Takes out of the contracts what only the server reads: the schemas and rights of calls, and the words about them. Schemas
 * that are left without a use go too: each is marked as one that may. The others are a module of their own, so that the
 * first script, which only calls, comes without the library of schemas. A script of the browser that reads a call's `input`
 * or `output` fails the build; it names the schema instead.
 */
export function leanContracts(): Plugin {
  const parts = new Map<string, ContractModules>()
  return {
    name: 'lean-contracts',
    apply: 'build',
    resolveId: { filter: { id: part }, handler: id => id },
    load: {
      filter: { id: part },
      handler(id) {
        const [file = '', kind] = id.split('?')
        const code = parts.get(file)?.[kind === 'plain' ? 'plain' : 'schemas']
        return code === undefined ? null : { code, moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      async handler(code, id) {
        if (!contract.test(id)) {
          const read = droppedPartIn(code)
          return read === null
            ? null
            : this.error(`${id} reads ${read}, which browsers do not get: name the schema instead.`)
        }
        const lean = leanContract(code, this.parse(code) as unknown as Node)
        const program = this.parse(lean) as unknown as Node
        const foreign = new Map<string, readonly string[]>()
        for (const from of sourcesOf(program)) {
          const found = await this.resolve(from, id)
          if (!found || !contract.test(found.id)) continue
          const { meta } = await this.load({ id: found.id })
          foreign.set(from, meta.schemaNames ?? [])
        }
        const isSchema = ({ from, imported }: { from: string; imported: string }) =>
          foreign.get(from)?.includes(imported) === true
        const { schemaNames, modules } = partsOfContract(program, lean, { id, isSchema })
        if (modules) parts.set(id, modules)
        return { code: modules?.facade ?? lean, map: null, moduleSideEffects: false, meta: { schemaNames } }
      },
    },
  }
}

const sourcesOf = (program: Node): string[] =>
  partsOf(program.body).flatMap(({ source }) => (isNode(source) ? [String(source.value)] : []))

/** What a script reads of a call that only the server has; `null` when it reads nothing of the kind. */
export const droppedPartIn = (code: string): string | null => droppedPart.exec(code)?.[0] ?? null

/** The text of a contract, as browsers get it. */
export function leanContract(code: string, program: Node): string {
  const edits = [...droppedOptions(program, code), ...droppableConstants(program)]
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
}

function droppedOptions(node: Node, code: string): Edit[] {
  const declared = node.type === 'CallExpression' ? optionsOf(node) : undefined
  if (!declared) return childrenOf(node).flatMap(child => droppedOptions(child, code))
  const stored = partsOf(declared.properties).filter(property => preservedOptions.includes(nameOf(property)))
  const text = stored.map(({ start, end }) => code.slice(start, end)).join(', ')
  return [{ start: declared.start, end: declared.end, text: `{ ${text} }` }]
}

/** The options of a call's declaration. */
function optionsOf({ callee, arguments: given }: Node): Node | undefined {
  const [, options] = partsOf(given)
  const isDeclaration = isNode(callee) && declarers.includes(String(callee.name))
  return isDeclaration && options?.type === 'ObjectExpression' ? options : undefined
}

/** Making a schema has no effect but the schema: bundlers may leave it out, which they cannot see by themselves. */
function droppableConstants({ body }: Node): Edit[] {
  const statements = partsOf(body).map(({ declaration, ...statement }) =>
    isNode(declaration) ? declaration : statement,
  )
  const made = statements
    .flatMap(({ declarations }) => partsOf(declarations))
    .map(({ init }) => init)
    .filter(isNode)
    .filter(({ type }) => type === 'CallExpression' || type === 'ObjectExpression')
  return made.flatMap(({ start, end }) => [
    { start, end: start, text: '/*#__PURE__*/ (() => (' },
    { start: end, end, text: '))()' },
  ])
}

const nameOf = ({ key }: Node) => (isNode(key) ? String(key.name) : '')
