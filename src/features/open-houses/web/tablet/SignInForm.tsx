import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { openHouseCalls, type SignInPage } from '../../contract.ts'
import { signInProblems } from '../../rules.ts'
import classes from './SignIn.module.css'
import { signInOrKeep } from './waiting.ts'

type Typed = Record<'name' | 'email' | 'phone' | 'has_agent', string> & { agrees: boolean }

const empty: Typed = { name: '', email: '', phone: '', has_agent: '', agrees: false }

/** What somebody began and left is taken away after so long: the next visitor must not read it. */
const LEFT_MS = 120_000

/** E-mails need an address to go to. */
const problemsOf = (values: Typed) => ({
  ...signInProblems(values),
  ...(values.agrees && values.email.trim() === '' && { email: ['Enter an e-mail address to get e-mails.'] }),
})

interface SignInFormProps {
  token: string
  page: SignInPage
  onSaved(name: string): void
}

/** What a visitor fills in. Nothing is offered from what others typed before. */
export function SignInForm({ token, page, onSaved }: SignInFormProps) {
  const { form, submit, isSending, failure } = useCallForm<typeof openHouseCalls.signIn, Typed, string>(
    openHouseCalls.signIn,
    {
      initial: empty,
      check: problemsOf,
      inputOf: ({ has_agent, ...values }) => ({
        token,
        // Given when it is sent.
        sign_in_id: '',
        ...values,
        has_agent: has_agent === '' ? null : has_agent === 'yes',
      }),
      async send(
        { token: _token, name, email = '', phone = '', has_agent = null, agrees = false },
        { idempotencyKey },
      ) {
        const given = { sign_in_id: idempotencyKey, name: name.trim(), email: email.trim(), phone: phone.trim() }
        await signInOrKeep(token, {
          ...given,
          has_agent,
          agrees,
          open_house_id: page.open_house_id,
          signed_at: new Date().toISOString(),
        })
        return name
      },
      onSaved: name => onSaved(name.trim().split(/\s+/)[0] ?? ''),
    },
  )
  const { values, reset } = form
  useEffect(() => {
    if (Object.entries(empty).every(([field, value]) => Reflect.get(values, field) === value)) return
    const timer = setTimeout(reset, LEFT_MS)
    return () => clearTimeout(timer)
  }, [values, reset])
  const field = { size: 'lg', autoComplete: 'off', spellCheck: false } as const
  return (
    <form className={classes.form} noValidate autoComplete="off" onSubmit={event => void submit(event)}>
      <h2>Welcome. Please sign in.</h2>
      <TextInput label="Name" maxLength={100} autoCapitalize="words" {...field} {...form.getInputProps('name')} />
      <p className={classes.hint}>An e-mail address or a phone number is enough.</p>
      <div className={classes.reach}>
        <TextInput label="E-mail" type="email" maxLength={254} {...field} {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" maxLength={40} {...field} {...form.getInputProps('phone')} />
      </div>
      <Radio.Group
        className={classes.question ?? ''}
        label="Are you working with an agent?"
        size="lg"
        {...form.getInputProps('has_agent')}
      >
        <div className={classes.answers}>
          <Radio size="md" value="yes" label="Yes" />
          <Radio size="md" value="no" label="No" />
        </div>
      </Radio.Group>
      <Checkbox
        className={classes.consent ?? ''}
        size="md"
        label={page.consent_wording}
        {...form.getInputProps('agrees', { type: 'checkbox' })}
      />
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <Button className={classes.submit ?? ''} type="submit" fullWidth loading={isSending}>
        Sign in
      </Button>
    </form>
  )
}
