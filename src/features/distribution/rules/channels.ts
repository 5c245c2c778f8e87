/** What says whether a lead can be reached: there is a number or address that works, and the lead did not take it back. */
export interface Reach {
  has_phone: boolean
  has_email: boolean
  withdrawn_channels: readonly string[]
}

/** The ways to reach a lead that may be used, as offers, the pool and happy hour show them before the lead is somebody's. */
export function channelsOf({ has_phone, has_email, withdrawn_channels }: Reach) {
  const isOpen = (channel: string) => !withdrawn_channels.includes(channel)
  return { call: has_phone && isOpen('call'), email: has_email && isOpen('email'), text: has_phone && isOpen('text') }
}
