import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { fullName } from '../../../leads/rules.ts'
import { useSession } from '../../../people/web/client/people.ts'
import { assignLead, flagBogus, handToRecruiter, restoreBogus, sendLead } from '../client/transfers.ts'
import { askForReceiver } from './handOverRequest.ts'

const REASSIGN_FAILED = 'There was an error reassigning this lead.'

/** Why a hand-over failed: the server's sentence, or the specification's where it has none (§8). */
export function whyNotHandedOver(error: unknown): string {
  return sentenceOf(error, REASSIGN_FAILED)
}

interface OneLead {
  id: number
  first_name: string
  last_name: string
  agent_id: number | null
}

const nameOf = (lead: OneLead) => fullName(lead) || 'this lead'

/** What can be done with whose a lead is. */
export function useHandOver() {
  const { user } = useSession()
  const isOffice = user?.is_admin ?? false
  return {
    isOffice,
    mayHandOver: isOffice || user?.agent_id != null,
    /** Asks to whom, then transfers (agents) or reassigns (the office). */
    handOver(lead: OneLead) {
      const without = [lead.agent_id, isOffice ? null : user?.agent_id].filter(id => typeof id === 'number')
      const name = nameOf(lead)
      askForReceiver({
        what: name,
        isAtOnce: isOffice,
        without,
        give: agent => (isOffice ? reassign(lead.id, name, agent) : transfer(lead.id, name, agent)),
      })
    },
    recruit,
    flag,
  }
}

async function reassign(id: number, name: string, agent: number): Promise<void> {
  try {
    const { to_agent } = await assignLead(id, agent)
    notify(`${name} is now with ${to_agent.fullname}.`)
  } catch (error) {
    notifyFailure(`Failed reassigning lead ${name}`)
    throw error
  }
}

async function transfer(id: number, name: string, agent: number): Promise<void> {
  const { to_agent } = await sendLead(id, agent)
  notify(`${name} was sent to ${to_agent.fullname}.`)
}

async function recruit(lead: OneLead): Promise<boolean> {
  try {
    await handToRecruiter(lead.id)
    notify(`${nameOf(lead)} has been reassigned to our recruiter.`)
    return true
  } catch (error) {
    notifyFailure(whyNotHandedOver(error))
    return false
  }
}

async function flag(lead: OneLead): Promise<boolean> {
  try {
    await flagBogus(lead.id)
    notify('Flagged as bogus.', { destructive: true, action: { label: 'Undo', run: () => void unflag(lead.id) } })
    return true
  } catch (error) {
    notifyFailure(sentenceOf(error))
    return false
  }
}

/** Takes the flag of a bogus lead away. */
export async function unflag(id: number): Promise<void> {
  try {
    await restoreBogus(id)
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
