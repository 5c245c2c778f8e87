/** The model type of the milestone of somebody who asked on a site to be contacted: a progress update that the product wrote. */
export const CONTACT_REQUEST = 'contact_request'
