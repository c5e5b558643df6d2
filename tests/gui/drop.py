#!/usr/bin/env python3
"""Drops a file on a window of an X display, as a file manager does (XDND 5): drop.py WINDOW FILE."""
import ctypes as c
import pathlib
import sys
import time

X = c.CDLL("libX11.so.6")
X.XOpenDisplay.restype = c.c_void_p
X.XOpenDisplay.argtypes = [c.c_char_p]
X.XInternAtom.restype = c.c_ulong
X.XInternAtom.argtypes = [c.c_void_p, c.c_char_p, c.c_int]
X.XDefaultRootWindow.restype = c.c_ulong
X.XDefaultRootWindow.argtypes = [c.c_void_p]
X.XCreateSimpleWindow.restype = c.c_ulong
X.XCreateSimpleWindow.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_int, c.c_uint, c.c_uint, c.c_uint, c.c_ulong, c.c_ulong]
X.XSetSelectionOwner.argtypes = [c.c_void_p, c.c_ulong, c.c_ulong, c.c_ulong]
X.XSendEvent.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_long, c.c_void_p]
X.XChangeProperty.argtypes = [c.c_void_p, c.c_ulong, c.c_ulong, c.c_ulong, c.c_int, c.c_int, c.c_char_p, c.c_int]
X.XNextEvent.argtypes = [c.c_void_p, c.c_void_p]
X.XPending.argtypes = [c.c_void_p]
X.XFlush.argtypes = [c.c_void_p]


class Message(c.Structure):  # XClientMessageEvent
    _fields_ = [("type", c.c_int), ("serial", c.c_ulong), ("sent", c.c_int), ("display", c.c_void_p), ("window", c.c_ulong),
                ("message", c.c_ulong), ("format", c.c_int), ("data", c.c_long * 5)]


class Request(c.Structure):  # XSelectionRequestEvent
    _fields_ = [("type", c.c_int), ("serial", c.c_ulong), ("sent", c.c_int), ("display", c.c_void_p), ("owner", c.c_ulong),
                ("requestor", c.c_ulong), ("selection", c.c_ulong), ("target", c.c_ulong), ("property", c.c_ulong), ("time", c.c_ulong)]


class Notify(c.Structure):  # XSelectionEvent
    _fields_ = [("type", c.c_int), ("serial", c.c_ulong), ("sent", c.c_int), ("display", c.c_void_p), ("requestor", c.c_ulong),
                ("selection", c.c_ulong), ("target", c.c_ulong), ("property", c.c_ulong), ("time", c.c_ulong)]


class Event(c.Union):
    _fields_ = [("type", c.c_int), ("message", Message), ("request", Request), ("notify", Notify), ("room", c.c_long * 24)]


CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
window, path = int(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
display = X.XOpenDisplay(None)
atom = {name: X.XInternAtom(display, name.encode(), 0) for name in
        ("XdndEnter", "XdndPosition", "XdndStatus", "XdndDrop", "XdndFinished", "XdndSelection", "XdndActionCopy", "text/uri-list")}
source = X.XCreateSimpleWindow(display, X.XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
X.XSetSelectionOwner(display, atom["XdndSelection"], source, 0)


def tell(name, *data):
    event = Event()
    event.message = Message(CLIENT_MESSAGE, 0, 1, display, window, atom[name], 32, (c.c_long * 5)(source, *data))
    X.XSendEvent(display, window, 0, 0, c.byref(event))
    X.XFlush(display)


def answer(request):
    uri = path.as_uri().encode() + b"\r\n"
    X.XChangeProperty(display, request.requestor, request.property, request.target, 8, 0, uri, len(uri))
    event = Event()
    event.notify = Notify(SELECTION_NOTIFY, 0, 1, display, request.requestor, request.selection, request.target, request.property, request.time)
    X.XSendEvent(display, request.requestor, 0, 0, c.byref(event))
    X.XFlush(display)


tell("XdndEnter", 5 << 24, atom["text/uri-list"])
tell("XdndPosition", 0, 50 << 16 | 50, 0, atom["XdndActionCopy"])
dropped, end, event = False, time.time() + 30, Event()
while time.time() < end:
    if not X.XPending(display):
        time.sleep(0.01)
        continue
    X.XNextEvent(display, c.byref(event))
    if event.type == SELECTION_REQUEST:
        answer(event.request)
    elif event.type == CLIENT_MESSAGE and event.message.message == atom["XdndStatus"] and not dropped:
        dropped = True
        tell("XdndDrop", 0, 0)
    elif event.type == CLIENT_MESSAGE and event.message.message == atom["XdndFinished"]:
        sys.exit(0)
sys.exit("the window took no drop")
