export type RoiField = 'roi_30' | 'roi_90' | 'roi_total'
