import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { controls } from './controls.ts'

const layerOf = (path: string): number => {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  return Number(/z-index: (\d+);/.exec(text)?.[1])
}

describe('what somebody opened', () => {
  it.each(['Menu', 'Popover'] as const)('is pressed although a notice lies in the same corner: %s', name => {
    expect(controls[name]?.defaultProps?.zIndex).toBeGreaterThan(layerOf('../dialogs/Snackbars.module.css'))
  })
})
