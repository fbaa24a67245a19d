/** Addresses of places. */
export const geocodeTexts = {
  'address.approximate': 'approx. {{address}}',
  'address.credit': 'Approximate places: {{source}}',
} as const
