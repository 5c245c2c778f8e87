import { Button } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import type { BesideCountProps } from '../../../features/leads/web/extensions.ts'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { NEW_STATUS } from './round.ts'
import classes from './Turn.module.css'
import { useTurnAddress } from './turnAddress.ts'

const TurnMode = onDemand(async () => (await import('./TurnMode.tsx')).TurnMode)

/** Opens turn mode for the new leads of a list: by its key always, by a button where the list shows nothing else. */
export function TurnAction({ question, count }: BesideCountProps) {
  const address = useTurnAddress()
  const { status } = question.filters
  const showsNew = status?.length === 1 && status[0] === NEW_STATUS
  useShortcuts(
    [{ keys: 'T', label: 'Turn through new leads', group: 'Leads', run: address.open }],
    address.turn === null,
  )
  return (
    <>
      {showsNew && count !== '' && count !== '0' && (
        <Button
          variant="default"
          size="xs"
          className={classes.open}
          leftSection={<IconRotateClockwise size={14} stroke={1.6} />}
          aria-keyshortcuts="Shift+T"
          onClick={address.open}
        >
          Turn through {count}
        </Button>
      )}
      {address.turn !== null && <TurnMode question={question} address={address} />}
    </>
  )
}
