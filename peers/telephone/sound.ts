import type { Page } from '@playwright/test'

interface HearingWindow {
  connections: RTCPeerConnection[]
}

/** Keeps hold of the connections that a page makes, so that its sound can be measured. */
export const hear = (page: Page) =>
  page.addInitScript(() => {
    const connections: RTCPeerConnection[] = []
    Object.assign(globalThis, { connections })
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        connections.push(this)
      }
    }
  })

/** Lets a page send and hear only what a relay passes on, as behind a firewall that lets nothing else through. */
export const relayOnly = (page: Page) =>
  page.addInitScript(() => {
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' })
      }
    }
  })

/** How much sound the last connection of a page has heard: nothing where only silence came. */
export const heard = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as HearingWindow
    let energy = 0
    const report = await connections.at(-1)?.getStats()
    report?.forEach((each: { type: string; kind?: string; totalAudioEnergy?: number }) => {
      if (each.type === 'inbound-rtp' && each.kind === 'audio') energy += each.totalAudioEnergy ?? 0
    })
    return energy
  })

/** By which kinds of ways (`host`, `srflx`, `relay`) the sound of the last connection leaves a page. */
export const waysTaken = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as HearingWindow
    const report = await connections.at(-1)?.getStats()
    const all = [...(report?.values() ?? [])]
    const taken = all.filter(
      ({ type, state, nominated }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    )
    return taken.map(({ localCandidateId }) => report?.get(localCandidateId).candidateType)
  })
