import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { partsOfContract } from './contractParts.ts'

const partsOf = (code: string, foreignSchemas: readonly string[] = []) =>
  partsOfContract(parseSync('contract.js', code).program as never, code, {
    id: '/src/contract.ts',
    isSchema: ({ imported }) => foreignSchemas.includes(imported),
  })

const contract = `import { z } from 'zod'
import { read } from './call.ts'
import { Id, MAX_INT } from './fields.ts'
export * from './record.ts'
const kinds = ['a', 'b']
export const most = MAX_INT
export const Kind = z.enum(kinds)
const Named = z.object({ id: Id })
export const list = item => z.array(item)
export const Both = list(Named)
export const calls = { get: read('kind/:id', {}) }
`

it('leaves the library of schemas out of what calls are made with', () => {
  const { modules, schemaNames } = partsOf(contract, ['Id'])
  expect(modules?.plain).toContain('calls = { get: read(')
  expect(modules?.plain).not.toMatch(/zod|Kind|Named|Both|Id\b/)
  expect(schemaNames).toEqual(['Kind', 'list', 'Both'])
})

it('gives schemas the constants that they are made with', () => {
  const { modules } = partsOf(contract, ['Id'])
  expect(modules?.schemas).toMatch(/^import \{ kinds \} from "\/src\/contract\.ts\?plain"\n/)
  expect(modules?.schemas).toContain('import { z as z } from "zod"')
  expect(modules?.schemas).not.toMatch(/calls|MAX_INT/)
})

it('passes on everything under the name of the contract', () => {
  expect(partsOf(contract).modules?.facade.split('\n')).toEqual([
    "export * from './record.ts'",
    'export { most, calls } from "/src/contract.ts?plain"',
    'export { Kind, list, Both } from "/src/contract.ts?schemas"',
  ])
})

it('counts what is made of a schema of another contract as one', () => {
  const code = `import { Id } from './fields.ts'\nexport const Ids = [Id]\nexport const most = 5`
  expect(partsOf(code, ['Id']).schemaNames).toEqual(['Ids'])
  expect(partsOf(code).schemaNames).toEqual([])
})

it('leaves a contract in one piece that has one half only, or a statement that cannot be moved', () => {
  expect(partsOf(`export const most = 5`).modules).toBeNull()
  expect(partsOf(`import { z } from 'zod'\nexport const Name = z.string()`)).toEqual({
    schemaNames: ['Name'],
    modules: null,
  })
  expect(
    partsOf(`import { z } from 'zod'\nexport const Name = z.string()\nconst most = 5\nregister(most)`).modules,
  ).toBeNull()
})
