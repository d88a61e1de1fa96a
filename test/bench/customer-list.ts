/** Number of rows of the list. */
export const listRows = 50_000

/** A CSV of new customers, each with a box and a mobile number of their own. */
export function makeList(): string {
  const lines = Array.from({ length: listRows }, (_, index) =>
    [
      `001A79${index.toString(16).padStart(6, '0')}`,
      'Amélie',
      `Okonkwo ${index}`,
      `"${index}, Rue des Lilas"`,
      '75020',
      'Paris',
      'Île-de-France',
      'France',
      `+336${String(10_000_000 + index)}`,
      'amelie+tv@north.example',
      '101',
      '12',
      '0',
      '1',
    ].join(','),
  )
  const header =
    'mac,firstname,lastname,street,zipcode,city,state,country,mobile,email,productid,months,days,renewalinterval'
  return [header, ...lines].join('\n')
}
