import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { useCloseAfterSuccess } from '../../../../platform/ui/dialogs/modals.ts'
import { AgentPicker } from '../../../people/web/pieces.tsx'
import classes from '../Transfers.module.css'
import { askForReceiver, type HandOverRequest, useHandOverRequest } from './handOverRequest.ts'
import { whyNotHandedOver } from './useHandOver.ts'

/** Asks to whom leads go; closes on success only. */
export function HandOverModal() {
  const request = useHandOverRequest()
  const close = useCallback(() => askForReceiver(null), [])
  return (
    <Dialog
      opened={request !== null}
      onClose={close}
      size={420}
      title={request && `${request.isAtOnce ? 'Reassign' : 'Transfer'} ${request.what}`}
    >
      {request && <Form key={request.what} request={request} onClose={close} />}
    </Dialog>
  )
}

function Form({ request, onClose }: { request: HandOverRequest; onClose: () => void }) {
  const [agent, setAgent] = useState<number | null>(null)
  const closeSoon = useCloseAfterSuccess(onClose)
  const give = useMutation({ mutationFn: request.give, onSuccess: closeSoon })
  const action = request.isAtOnce ? 'Reassign' : 'Transfer'
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        if (agent !== null && !give.isPending) give.mutate(agent)
      }}
    >
      <AgentPicker
        label="Agent"
        value={agent}
        onChange={chosen => {
          give.reset()
          setAgent(chosen?.id ?? null)
        }}
        without={request.without}
      />
      <p className={classes.explained}>{whatHappens(request)}</p>
      <p className={classes.problem} role="alert">
        {give.error && whyNotHandedOver(give.error)}
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={give.isPending || give.isSuccess} disabled={agent === null}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** What follows from pressing the button. */
function whatHappens({ isAtOnce, size }: HandOverRequest): string {
  const isOne = size === 1
  if (isAtOnce) return `The ${isOne ? 'lead moves' : 'leads move'} immediately, and the agent is notified.`
  return isOne
    ? 'The lead stays yours until the agent accepts. Until then they see only its name, areas and type.'
    : 'The leads stay yours until the agent accepts each. Until then they see only their names, areas and types.'
}
