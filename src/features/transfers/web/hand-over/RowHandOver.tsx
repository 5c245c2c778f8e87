import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconFlag, IconUserShare } from '@tabler/icons-react'
import type { RowActionProps } from '../../../leads/web/extensions.ts'
import { useHandOver } from './useHandOver.ts'

/** Transfer or reassign, recruiter and bogus, in the menu of a row. */
export function RowHandOver({ lead, onDone }: RowActionProps) {
  const { isOffice, mayHandOver, handOver, recruit, flag } = useHandOver()
  if (!mayHandOver) return null
  return (
    <>
      <Menu.Item leftSection={<IconArrowsExchange size={15} stroke={1.6} />} onClick={() => handOver(lead)}>
        {isOffice ? 'Reassign' : 'Transfer'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconUserShare size={15} stroke={1.6} />}
        onClick={() => void recruit(lead).then(done => done && onDone())}
      >
        Hand to recruiter
      </Menu.Item>
      <Menu.Item leftSection={<IconFlag size={15} stroke={1.6} />} onClick={() => void flag(lead)}>
        Flag as bogus
      </Menu.Item>
    </>
  )
}
