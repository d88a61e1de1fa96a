/**
 * The interface document's endpoint tables, transcribed by hand: one block per operation. First line `METHOD path`, then the
 * parameters in the document's order. `name!` is required, `name` optional, `name?` unmarked ("not shown"). `:boolean` and
 * `:string[]` follow if the document states a type other than string; `@body` if it names a JSON body; `@retrieval` for the
 * GETs whose parameters it names as a request body. Do not derive it from other code, and do not share it.
 */
export const interfaceTable = `
POST /api/AddCustomer/addCustomer
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  reseller_id order_id

GET /api/AddCustomer/addCustomerAsync
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  reseller_id order_id
  currency! currencyCheck:boolean checkProduct:boolean checkCountry:boolean

POST /api/AddCustomer/addCustomerAsync
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  reseller_id order_id
  currency! currencyCheck:boolean checkProduct:boolean checkCountry:boolean

POST /api/AddCustomer/addCustomerReseller
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  reseller_id order_id

POST /api/AddCustomer/addCustomerWithDevice
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  uuid!

POST /api/AddCustomer/addCustomerResellerWithDevice
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  uuid! reellerid

POST /api/AddCustomer/addCustomerReseller_V2
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  reseller_id

POST /api/AddCustomer/addCustomerWithDevice_V2
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  uuid!

POST /api/AddCustomer/addCustomerResellerWithDevice_V2
  firstname! lastname! street! zipcode! city! state! country! phone! mobile! email!
  productid! subscriptionlengthinmonths! subscriptionlengthindays! renewalinterval! cmsService! crmService!
  userid password productmappingid customermappingid authToken
  StartSubscriptionFromFirstLogin:boolean sendMail:boolean sendSMS:boolean
  uuid! reellerid

GET /api/CustomerStatus/GetCustomerStatus
  customermappingid! userid! password! crmService! authToken!

POST /api/CustomerStatus/GetCustomerStatus
  customermappingid! userid! password! crmService! authToken!

GET /api/CustomerStatus/GetCustomerStatusByReseller
  reseller_id! crmService! page! status_type authToken!

POST /api/CustomerStatus/GetCustomerStatusByReseller
  reseller_id! crmService! page! status_type authToken!

POST /api/CustomerStatus/GetCustomerStatusByIds
  crmService! authToken! user_ids!:string[]@body

POST /api/CustomerStatus/Disable
  customermappingid! userid! password! crmService! authToken! cmsService!

POST /api/CustomerStatus/Enable
  customermappingid! userid! password! crmService! authToken! cmsService!

POST /api/RenewCustomer/renewCustomer
  customermappingid? userid? months? days? crmServices? fromExpireDate?:boolean authToken? password?

GET /api/RenewCustomer/renewCustomerV2
  customermappingid? userid? months? days? crmServices? fromExpireDate?:boolean authToken? password?

POST /api/RenewCustomer/renewCustomerV2
  customermappingid? userid? months? days? crmServices? fromExpireDate?:boolean authToken? password?

GET /api/RenewCustomer/renewCustomerV2Async
  customermappingid? userid? months? days? crmServices? fromExpireDate?:boolean authToken? password?

POST /api/RenewCustomer/renewCustomerV2Async
  customermappingid? userid? months? days? crmServices? fromExpireDate?:boolean authToken? password?

GET /api/ChangeCustomerProduct/changeCustomerProduct
  productid! subscriptionlengthinmonths! subscriptionlengthindays! cmsService! crmService! userid! password!
  fromExpireDate! productmappingid customermappingid authToken

POST /api/ChangeCustomerProduct/changeCustomerProduct
  productid! subscriptionlengthinmonths! subscriptionlengthindays! cmsService! crmService! userid! password!
  fromExpireDate! productmappingid customermappingid authToken

GET /api/ChangeCustomerProduct/changeCustomerProductAsync
  productid! subscriptionlengthinmonths! subscriptionlengthindays! cmsService! crmService! userid! password!
  fromExpireDate! productmappingid customermappingid authToken keepExtraPackages!:boolean

POST /api/ChangeCustomerProduct/changeCustomerProductAsync
  productid! subscriptionlengthinmonths! subscriptionlengthindays! cmsService! crmService! userid! password!
  fromExpireDate! productmappingid customermappingid authToken keepExtraPackages!:boolean

GET /api/MacAddress/AddMacAddressToHostname
  macAddress? hostname? crmService? authToken?

GET /api/MacAddress/GetMacAddressesUnderHostname
  hostname? crmService? authToken?

POST /api/MacAddress/AddMacAddressForUser
  userid? password? macAddress? crmService? cmsService? model? authToken?

GET /api/GetCustomer/getCustomer
  customermappingid?@retrieval userid?@retrieval crmService?@retrieval authToken?@retrieval password?@retrieval

GET /api/GetCustomer/getCustomer_V2
  customermappingid?@retrieval userid?@retrieval crmService?@retrieval authToken?@retrieval password?@retrieval

GET /api/GetCustomer/devices
  userid?@retrieval crmService?@retrieval authToken?@retrieval password?@retrieval

GET /api/GetCustomer/getCustomers
  crmService?@retrieval authToken?@retrieval last_customer_id?@retrieval status?@retrieval
  firstname?@retrieval lastname?@retrieval street?@retrieval postal?@retrieval city?@retrieval state?@retrieval
  country?@retrieval telephone?@retrieval mobile?@retrieval
  subscription_start_date?@retrieval subscription_end_date?@retrieval
  customer_created_from?@retrieval customer_created_to?@retrieval
`
