import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { printedKeys } from '../web/page/printedKeys.ts'
import { useIsWide } from '../web/viewport.ts'
import { KeyHint } from './pieces.tsx'

interface AddButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'children'> {
  /** What it adds: "New campaign". */
  label: string
  /** Its shortcut, which is printed on it. */
  keys?: string
}

/** Adds one more of what a screen lists, at the end of its tabs; on phones a plus, so that the tabs keep their room. */
export function AddButton({ label, keys, ...button }: AddButtonProps) {
  const isWide = useIsWide()
  if (!isWide)
    return (
      <Button size="xl" px={12} aria-label={label} {...button}>
        <IconPlus size={20} stroke={1.6} />
      </Button>
    )
  return (
    <Button
      leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
      rightSection={keys && <KeyHint keys={printedKeys(keys)} />}
      {...button}
    >
      {label}
    </Button>
  )
}
