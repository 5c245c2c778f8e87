/** Google's own mark, as its guidelines ask for beside "Continue with Google". */
export function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M46.1 24.500c0-1.600-.1-3.100-.4-4.500H24v8.500h12.400a10.600 10.600 0 0 1-4.600 7v5.800h7.400c4.400-4 6.900-9.900 6.900-16.800Z"
      />
      <path
        fill="#34a853"
        d="M24 47c6.200 0 11.400-2.100 15.200-5.600l-7.400-5.800a14 14 0 0 1-20.800-7.300H3.300v6A23 23 0 0 0 24 47Z"
      />
      <path fill="#fbbc05" d="M11 28.300a13.800 13.800 0 0 1 0-8.700v-6H3.300a23 23 0 0 0 0 20.600l7.700-5.900Z" />
      <path
        fill="#ea4335"
        d="M24 10.100c3.400 0 6.400 1.200 8.800 3.400l6.500-6.500A23 23 0 0 0 3.300 13.700l7.700 5.900A13.700 13.700 0 0 1 24 10.100Z"
      />
    </svg>
  )
}
