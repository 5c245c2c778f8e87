import { Button } from '@mantine/core'
import { useQuestion } from '../../web/page/confirm.ts'
import classes from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

/** Asks the question of `confirm()`: CANCEL or CONFIRM. */
export function ConfirmDialog() {
  const question = useQuestion()
  return (
    <Dialog
      opened={question !== null}
      onClose={() => question?.answer(false)}
      size={400}
      title={question?.title ?? 'Confirm'}
      centered
    >
      <p className={classes.text}>{question?.message}</p>
      <div className={classes.buttons} data-keep-clear>
        <Button size="md" variant="default" onClick={() => question?.answer(false)}>
          CANCEL
        </Button>
        <Button
          size="md"
          color={question?.destructive ? 'red' : undefined}
          onClick={() => question?.answer(true)}
          data-autofocus
        >
          CONFIRM
        </Button>
      </div>
    </Dialog>
  )
}
