/** Addresses of places. */
export const geocodeTexts = {
  'address.approximate': 'approx. {{address}}',
  'address.near': 'approx. {{distance}} {{direction}} of {{town}}, {{country}}',
  'address.wind.N': 'N',
  'address.wind.NE': 'NE',
  'address.wind.E': 'E',
  'address.wind.SE': 'SE',
  'address.wind.S': 'S',
  'address.wind.SW': 'SW',
  'address.wind.W': 'W',
  'address.wind.NW': 'NW',
  'address.credit': 'Approximate places: {{source}}',
} as const
