// Functions of MetaTrader 5 only.
#pragma once
#pragma GCC system_header
#include "common.hpp"

#define __MQL5__ 1
#define __MQL__ 1
const int ERR_SUCCESS = 0;
const int ERR_FUNCTION_NOT_ALLOWED = 4014;
const int ERR_WEBREQUEST_INVALID_ADDRESS = 5200;
const int ERR_WEBREQUEST_CONNECT_FAILED = 5201;
const int ERR_WEBREQUEST_TIMEOUT = 5202;
const int ERR_WEBREQUEST_REQUEST_FAILED = 5203;

enum ENUM_ACCOUNT_INFO_INTEGER { ACCOUNT_LOGIN, ACCOUNT_TRADE_MODE, ACCOUNT_LEVERAGE, ACCOUNT_LIMIT_ORDERS, ACCOUNT_TRADE_ALLOWED, ACCOUNT_TRADE_EXPERT, ACCOUNT_MARGIN_MODE, ACCOUNT_CURRENCY_DIGITS };
enum ENUM_ACCOUNT_MARGIN_MODE { ACCOUNT_MARGIN_MODE_RETAIL_NETTING, ACCOUNT_MARGIN_MODE_EXCHANGE, ACCOUNT_MARGIN_MODE_RETAIL_HEDGING };
enum ENUM_DEAL_TYPE {
  DEAL_TYPE_BUY, DEAL_TYPE_SELL, DEAL_TYPE_BALANCE, DEAL_TYPE_CREDIT, DEAL_TYPE_CHARGE, DEAL_TYPE_CORRECTION, DEAL_TYPE_BONUS, DEAL_TYPE_COMMISSION,
  DEAL_TYPE_COMMISSION_DAILY, DEAL_TYPE_COMMISSION_MONTHLY, DEAL_TYPE_COMMISSION_AGENT_DAILY, DEAL_TYPE_COMMISSION_AGENT_MONTHLY, DEAL_TYPE_INTEREST,
  DEAL_TYPE_BUY_CANCELED, DEAL_TYPE_SELL_CANCELED, DEAL_DIVIDEND, DEAL_DIVIDEND_FRANKED, DEAL_TAX
};
enum ENUM_DEAL_ENTRY { DEAL_ENTRY_IN, DEAL_ENTRY_OUT, DEAL_ENTRY_INOUT, DEAL_ENTRY_OUT_BY };
enum ENUM_DEAL_REASON {
  DEAL_REASON_CLIENT, DEAL_REASON_MOBILE, DEAL_REASON_WEB, DEAL_REASON_EXPERT, DEAL_REASON_SL, DEAL_REASON_TP, DEAL_REASON_SO, DEAL_REASON_ROLLOVER,
  DEAL_REASON_VMARGIN, DEAL_REASON_SPLIT, DEAL_REASON_CORPORATE_ACTION
};
enum ENUM_DEAL_PROPERTY_INTEGER { DEAL_TICKET, DEAL_ORDER, DEAL_TIME, DEAL_TIME_MSC, DEAL_TYPE, DEAL_ENTRY, DEAL_MAGIC, DEAL_REASON, DEAL_POSITION_ID };
enum ENUM_DEAL_PROPERTY_DOUBLE { DEAL_VOLUME, DEAL_PRICE, DEAL_COMMISSION, DEAL_SWAP, DEAL_PROFIT, DEAL_FEE, DEAL_SL, DEAL_TP };
enum ENUM_DEAL_PROPERTY_STRING { DEAL_SYMBOL, DEAL_COMMENT, DEAL_EXTERNAL_ID };
enum ENUM_POSITION_TYPE { POSITION_TYPE_BUY, POSITION_TYPE_SELL };
enum ENUM_POSITION_PROPERTY_INTEGER { POSITION_TICKET, POSITION_TIME, POSITION_TIME_MSC, POSITION_TYPE, POSITION_MAGIC, POSITION_IDENTIFIER, POSITION_REASON };
enum ENUM_POSITION_PROPERTY_DOUBLE { POSITION_VOLUME, POSITION_PRICE_OPEN, POSITION_SL, POSITION_TP, POSITION_PRICE_CURRENT, POSITION_SWAP, POSITION_PROFIT };
enum ENUM_POSITION_PROPERTY_STRING { POSITION_SYMBOL, POSITION_COMMENT };
enum ENUM_ORDER_TYPE { ORDER_TYPE_BUY, ORDER_TYPE_SELL, ORDER_TYPE_BUY_LIMIT, ORDER_TYPE_SELL_LIMIT, ORDER_TYPE_BUY_STOP, ORDER_TYPE_SELL_STOP };
enum ENUM_ORDER_PROPERTY_INTEGER { ORDER_TICKET, ORDER_TIME_SETUP, ORDER_TYPE, ORDER_MAGIC };
enum ENUM_ORDER_PROPERTY_DOUBLE { ORDER_VOLUME_INITIAL, ORDER_VOLUME_CURRENT, ORDER_PRICE_OPEN };
enum ENUM_ORDER_PROPERTY_STRING { ORDER_SYMBOL, ORDER_COMMENT };

namespace host {

inline std::vector<size_t> selected;
inline const deal_row *position_now = nullptr;
inline const deal_row *order_now = nullptr;
// Rows move when the terminal reports new ones.
inline deal_row position_copy, order_copy;

// A deal is read only while the program's own list holds it.
inline const deal_row *listed(ulong ticket) {
  auto place = history_places.find(ticket);
  if (place != history_places.end()) {
    for (size_t lower = 0, upper = selected.size(); lower < upper;) {
      size_t middle = (lower + upper) / 2;
      if (selected[middle] == place->second) return &history[place->second];
      if (selected[middle] < place->second) lower = middle + 1;
      else upper = middle;
    }
  }
  failed(4755);
  return nullptr;
}

}  // namespace host

inline ulong GetTickCount64() { return static_cast<ulong>(host::ticks); }
// From the PC's clock and the terminal's knowledge of the server's zone.
inline datetime TimeTradeServer() { return (host::gmt + host::broker_offset) / 1000; }
inline bool TimeToStruct(datetime time, MqlDateTime &out) {
  host::fill_date(time, out);
  return true;
}
inline int StringTrimLeft(string &text) { return host::trim_left(text); }
inline int StringTrimRight(string &text) { return host::trim_right(text); }
inline long AccountInfoInteger(ENUM_ACCOUNT_INFO_INTEGER property) {
  static const char *const keys[] = {"login", "trade_mode", "leverage", "limit_orders", "trade_allowed", "trade_expert", "margin_mode", "digits"};
  return host::whole(host::setting(keys[property]));
}

inline bool HistorySelect(datetime from, datetime to) {
  host::called("HistorySelect");
  host::selected.clear();
  if (host::failing("HistorySelect")) return false;
  for (size_t i = 0; i < host::history.size(); i++)
    if (host::history[i].time >= from && host::history[i].time <= to) host::selected.push_back(i);
  return true;
}
inline bool HistorySelectByPosition(long position) {
  host::selected.clear();
  for (size_t i = 0; i < host::history.size(); i++)
    if (host::history[i].position == static_cast<ulong>(position)) host::selected.push_back(i);
  return !host::selected.empty();
}
inline bool HistoryDealSelect(ulong ticket) {
  auto place = host::history_places.find(ticket);
  if (place == host::history_places.end()) return false;
  host::selected = {place->second};
  return true;
}
inline int HistoryDealsTotal() {
  host::called("HistoryDealsTotal");
  return static_cast<int>(host::selected.size());
}
inline ulong HistoryDealGetTicket(int index) {
  host::called("HistoryDealGetTicket");
  if (index < 0 || index >= static_cast<int>(host::selected.size())) return 0;
  return host::history[host::selected[static_cast<size_t>(index)]].ticket;
}
inline long HistoryDealGetInteger(ulong ticket, ENUM_DEAL_PROPERTY_INTEGER property) {
  const host::deal_row *deal = host::listed(ticket);
  if (deal == nullptr) return 0;
  switch (property) {
    case DEAL_TICKET: return static_cast<long>(deal->ticket);
    case DEAL_ORDER: return static_cast<long>(deal->order);
    case DEAL_TIME: return deal->time;
    case DEAL_TIME_MSC: return deal->time * 1000 + deal->msc;
    case DEAL_TYPE: return deal->type;
    case DEAL_ENTRY: return deal->entry;
    case DEAL_MAGIC: return deal->magic;
    case DEAL_REASON: return deal->reason;
    default: return static_cast<long>(deal->position);
  }
}
inline double HistoryDealGetDouble(ulong ticket, ENUM_DEAL_PROPERTY_DOUBLE property) {
  const host::deal_row *deal = host::listed(ticket);
  if (deal == nullptr) return 0;
  const double values[] = {deal->volume, deal->price, deal->commission, deal->swap, deal->profit, deal->fee, deal->sl, deal->tp};
  return values[property];
}
inline string HistoryDealGetString(ulong ticket, ENUM_DEAL_PROPERTY_STRING property) {
  const host::deal_row *deal = host::listed(ticket);
  if (deal == nullptr || property == DEAL_EXTERNAL_ID) return host::made("");
  return host::made(property == DEAL_SYMBOL ? deal->symbol : deal->comment);
}

inline int PositionsTotal() {
  host::called("PositionsTotal");
  return static_cast<int>(host::positions.size());
}
inline ulong PositionGetTicket(int index) {
  host::called("PositionGetTicket");
  if (index < 0 || index >= PositionsTotal()) return 0;
  host::position_copy = host::positions[static_cast<size_t>(index)];
  host::position_now = &host::position_copy;
  return host::position_now->ticket;
}
inline bool PositionSelectByTicket(ulong ticket) {
  for (int i = 0; i < PositionsTotal(); i++)
    if (host::positions[static_cast<size_t>(i)].ticket == ticket) return PositionGetTicket(i) != 0;
  return false;
}
namespace host {
inline const deal_row &of_selected(const deal_row *row) {
  if (row == nullptr) fail("a position or an order is read before one was selected");
  return *row;
}
}  // namespace host
inline long PositionGetInteger(ENUM_POSITION_PROPERTY_INTEGER property) {
  const host::deal_row &row = host::of_selected(host::position_now);
  switch (property) {
    case POSITION_TICKET: return static_cast<long>(row.ticket);
    case POSITION_TIME: return row.time;
    case POSITION_TIME_MSC: return row.time * 1000 + row.msc;
    case POSITION_TYPE: return row.type;
    case POSITION_MAGIC: return row.magic;
    case POSITION_IDENTIFIER: return static_cast<long>(row.position);
    default: return row.reason;
  }
}
inline double PositionGetDouble(ENUM_POSITION_PROPERTY_DOUBLE property) {
  const host::deal_row &row = host::of_selected(host::position_now);
  const double values[] = {row.volume, row.open_price, row.sl, row.tp, row.price, row.swap, row.profit};
  return values[property];
}
inline string PositionGetString(ENUM_POSITION_PROPERTY_STRING property) {
  const host::deal_row &row = host::of_selected(host::position_now);
  return host::made(property == POSITION_SYMBOL ? row.symbol : row.comment);
}

inline int OrdersTotal() { return static_cast<int>(host::pendings.size()); }
inline ulong OrderGetTicket(int index) {
  if (index < 0 || index >= OrdersTotal()) return 0;
  host::order_copy = host::pendings[static_cast<size_t>(index)];
  host::order_now = &host::order_copy;
  return host::order_now->ticket;
}
[[nodiscard]] inline bool OrderSelect(ulong ticket) {
  for (int i = 0; i < OrdersTotal(); i++)
    if (host::pendings[static_cast<size_t>(i)].ticket == ticket) return OrderGetTicket(i) != 0;
  return false;
}
inline long OrderGetInteger(ENUM_ORDER_PROPERTY_INTEGER property) {
  const host::deal_row &row = host::of_selected(host::order_now);
  const long values[] = {static_cast<long>(row.ticket), row.time, row.type, row.magic};
  return values[property];
}
inline double OrderGetDouble(ENUM_ORDER_PROPERTY_DOUBLE property) {
  const host::deal_row &row = host::of_selected(host::order_now);
  return property == ORDER_PRICE_OPEN ? row.open_price : row.volume;
}
inline string OrderGetString(ENUM_ORDER_PROPERTY_STRING property) {
  const host::deal_row &row = host::of_selected(host::order_now);
  return host::made(property == ORDER_SYMBOL ? row.symbol : row.comment);
}
