import { Button } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import type { LeadList } from '../../contract/filters.ts'
import type { Switched } from './LeadColumns.tsx'

const ColumnsMenu = onDemand(
  async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu,
  props => props.children,
)

/** Opens the choice of columns. */
export function ColumnsButton(props: { list: LeadList; switched: Switched; onSwitch(id: string, on: boolean): void }) {
  const [wasPressed, setWasPressed] = useState(false)
  const button = (
    <Button
      variant="subtle"
      color="gray"
      aria-haspopup="menu"
      // The menu puts a button of its own in this one's place, which then has the focus.
      autoFocus={wasPressed}
      leftSection={<IconColumns2 size={15} stroke={1.6} />}
      {...(wasPressed ? {} : { onClick: () => setWasPressed(true) })}
    >
      Columns
    </Button>
  )
  return wasPressed ? <ColumnsMenu {...props}>{button}</ColumnsMenu> : button
}
