import { LegalPage, type LegalPart, site } from './LegalPage.tsx'

const parts: readonly LegalPart[] = [
  {
    id: 'statement',
    title: 'Our statement',
    body: (
      <p>
        The use and transfer to any other app of information that {site.name} receives from Google APIs adheres to the{' '}
        <a href="https://developers.google.com/terms/api-services-user-data-policy" rel="noopener" target="_blank">
          Google API Services User Data Policy
        </a>
        , including its Limited Use requirements.
      </p>
    ),
  },
  {
    id: 'profile',
    title: 'Profile',
    body: (
      <p>
        Your name, e-mail address and account number tell {site.name} which account to open. Nothing more is read from
        your profile.
      </p>
    ),
  },
  {
    id: 'mail',
    title: 'Mail, read-only',
    body: (
      <>
        <p>The mail permission is used for two things that you can see:</p>
        <ul>
          <li>
            to stop campaigns when a lead replies, so that nobody receives an automatic message after writing to you;
          </li>
          <li>to show e-mail history on a lead’s timeline, for you and the colleagues who may see that lead.</li>
        </ul>
        <p>
          Only messages to or from a lead’s address are looked at. Sender, recipients, subject, time and the first line
          are stored; the text is fetched when you open the message. {site.name} cannot send, change or delete mail.
        </p>
      </>
    ),
  },
  {
    id: 'calendar',
    title: 'Calendar',
    body: (
      <p>
        The calendar permission is used for tasks and showings. Those with a time become events; when you move one in
        your calendar, the task follows. Other events are not stored.
      </p>
    ),
  },
  {
    id: 'never',
    title: 'What never happens',
    body: (
      <ul>
        <li>Information from Google is not used for advertising, and not sold.</li>
        <li>It is not used to train general artificial-intelligence models.</li>
        <li>It is not given to others, except to provide these features, for security, or where a law requires it.</li>
        <li>
          People do not read your mail, except with your consent for a support case, for security, or where a law
          requires it.
        </li>
      </ul>
    ),
  },
  {
    id: 'stop',
    title: 'Taking it back',
    body: (
      <>
        <p>
          Remove {site.name} in your Google account under “Third-party connections”. Reading stops at once, the stored
          permission is deleted within a day, and the product asks again at your next sign-in.
        </p>
        <p>
          To have stored e-mail headers erased, write to <a href={`mailto:${site.privacyEmail}`}>{site.privacyEmail}</a>
          . More is in the <a href="/privacy">privacy policy</a>.
        </p>
      </>
    ),
  },
]

/** What is done with information from the identity provider; public. */
export function DisclosurePage() {
  return (
    <LegalPage
      title="Limited-use disclosure"
      summary={`${site.name} asks for your calendar and for read-only mail. Here is what each is used for, and what is never done with it.`}
      parts={parts}
    />
  )
}
