/** SignIn. */
export function SignInPage() {
  return <main />
}
