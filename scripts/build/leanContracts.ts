import type { Plugin } from 'vite'

/** A node of the syntax tree: where it stands, and whatever its kind has. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

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
const droppedPart = /\b\w*[cC]alls(\.\w+)+\.(input|output|right|summary)\b/

/**
 * Takes out of the contracts what only the server reads: the schemas and rights of calls, and the words about them. Schemas
 * that are left without a use go too: each is marked as one that may. A script of the browser that reads a call's `input` or
 * `output` fails the build; it names the schema instead.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler(code, id) {
        if (contract.test(id)) return { code: leanContract(code, this.parse(code) as unknown as Node), map: null }
        const part = droppedPartIn(code)
        return part === null
          ? null
          : this.error(`${id} reads ${part}, which browsers do not get: name the schema instead.`)
      },
    },
  }
}

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
const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part
const partsOf = (list: unknown): Node[] => (Array.isArray(list) ? list.filter(isNode) : [])
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(part => (isNode(part) ? [part] : partsOf(part)))
