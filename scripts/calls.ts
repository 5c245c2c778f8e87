import { product } from '../src/app/features.server.ts'
import { allCalls } from '../src/platform/server/feature.ts'

/** Prints every call of the product: method, path, kind, right, feature. */
const rows = allCalls(product.features)
  .map(({ feature, call }) => [call.method, `/crm/${call.path}`, call.kind, call.right, feature])
  .sort((a, b) => String(a[1]).localeCompare(String(b[1])))
const head = ['method', 'path', 'kind', 'right', 'feature']
const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)))

for (const row of [head, ...rows]) {
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
