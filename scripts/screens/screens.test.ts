import { join } from 'node:path'
import { expect, test } from 'vitest'
import { navigation } from '../../src/app/shell/drawer/navigation.ts'

const HEAD = `// Written from the pages of all features; out of date fails the checks: vitest run scripts/screens -u

/** Every screen that is a button of the drawer: what it is called, where it is, and who may open it. */
export const screens = `

test('the screens that the server finds are those of the drawer', async () => {
  const screens = navigation
    .filter(({ isBuilt, icon, group }) => isBuilt && icon !== null && group !== 'hidden')
    .map(({ path, tooltip: label, roles, permission, feature }) => ({ path, label, roles, permission, feature }))
  await expect(`${HEAD}${JSON.stringify(screens, null, 2)} as const\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../src/product/screens.gen.ts'),
  )
})
