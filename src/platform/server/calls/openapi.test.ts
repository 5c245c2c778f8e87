import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { read } from '../../wire/call.ts'
import { openApiDocument } from './openapi.ts'

interface Tree {
  name: string
  children: Tree[]
}
const Tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree)
  },
})

describe('the OpenAPI document', () => {
  it('refers only to what it holds, also for records that hold themselves', () => {
    const call = read('tree/:id', { right: 'signed_in', input: z.object({ deep: z.boolean() }), output: Tree })
    const document = openApiDocument(
      [{ feature: 'trees', name: 'trees.get', call, handler: async () => ({}) }],
      'Keyturn',
    )
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect(references).toContain('Failure')
    expect(references.length).toBeGreaterThan(1)
    expect(text).not.toContain('#/$defs')
    const { components } = document as { components: { schemas: object } }
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(references))
    expect(document).toMatchObject({
      paths: {
        '/crm/tree/{id}': {
          get: {
            parameters: [
              { name: 'id', in: 'path' },
              { name: 'deep', in: 'query' },
            ],
          },
        },
      },
    })
  })
})
