/** What can be consented to by the link, and by what the link is sent: calls by people need no such consent. */
export const askedChannels = ['email', 'text'] as const
export type AskedChannel = (typeof askedChannels)[number]

/** For how long the link of a request works, and how long nobody asks again. */
export const REQUEST_DAYS = 30

/** What each box on the page says; the evidence quotes it. */
export const channelQuestion: Readonly<Record<AskedChannel, string>> = {
  email: 'Send me homes, market news and offers by e-mail',
  text: 'Send me homes, market news and offers by text message',
}

/** Where the consent comes from, as the ledger has it. */
export const SOURCE = 'Consent request'

interface Agreed {
  channel: AskedChannel
  /** By what the link came. */
  askedBy: AskedChannel
  askedOn: string
}

/** What was agreed to and how, for whoever has to prove it. */
export const evidenceText = ({ channel, askedBy, askedOn }: Agreed): string =>
  `Ticked “${channelQuestion[channel]}” and pressed “I agree” on the page behind the link of ${askedByLabel[askedBy]} sent to this lead on ${askedOn}.`

const askedByLabel: Readonly<Record<AskedChannel, string>> = { email: 'an e-mail', text: 'a text' }

/** The e-mail that asks; `url` is the link. */
export const requestEmail = (siteName: string, url: string) => ({
  subject: `May we stay in touch, {{lead_first_name}}?`,
  content: [
    '<p>Hi {{lead_first_name}},</p>',
    `<p>you have been in touch with ${escaped(siteName)}. We would like to keep sending you homes, market news and offers, and need your agreement for that.</p>`,
    `<p><a href="${url}">Choose what we may send you</a></p>`,
    '<p>You can withdraw it at any time. If you do nothing, we stop when the permission that we have now ends.</p>',
    '<p>{{agent_first_name}}</p>',
  ].join(''),
})

/** The text that asks; `url` is the link. It names who asks and how to end it, as every commercial text has to (CRTC 2012-183, section 3). */
export const requestText = (siteName: string, url: string): string =>
  `Hi {{lead_first_name}}, {{agent_first_name}} of ${siteName} here. May we keep sending you homes, market news and offers? Choose what: ${url} Reply STOP to end texts.`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Why nobody is asked again yet. */
export const askedBefore = (day: string): string =>
  `This lead was asked on ${day}. Ask again ${REQUEST_DAYS} days after that at the earliest.`
