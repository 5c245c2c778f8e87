import { Button } from '@mantine/core'
import { dial, skipReasons } from '../../features/calling/web/client/dialer.ts'
import { KeyHint } from '../../platform/ui/pieces.tsx'
import classes from './Dialer.module.css'

/** The reasons not to call somebody, each with its key. */
export function SkipButtons() {
  return (
    <div className={classes.skips}>
      {skipReasons.map((reason, place) => (
        <Button
          key={reason}
          size="xs"
          variant="default"
          leftSection={<KeyHint keys={String(place + 1)} />}
          onClick={() => dial({ type: 'skip', reason })}
        >
          {reason}
        </Button>
      ))}
    </div>
  )
}
